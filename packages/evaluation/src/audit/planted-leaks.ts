/**
 * Plants a leak of each kind and says which the scanner finds: one that found nothing must be able to find something.
 */
import type { Exchange } from './exchange.ts';
import { LeakLedger, type LeakLedgerOptions } from './leak-ledger.ts';
import type { RunSweep } from './run-sweep.ts';

/** How many were planted and found, and where one was missed. */
export interface PlantedResult {
  readonly planted: number;
  readonly found: number;
  /** Places, in words of ours. */
  readonly missed: readonly string[];
}

/** What is known of an archive in which leaks are planted. */
export interface PlantingGround {
  readonly samples: LeakSamples;
  readonly sweep: RunSweep;
  readonly bytes?: LeakLedgerOptions['bytes'];
}

/** Things of one archive that must not come out, and a served file to hide them in. */
export interface LeakSamples {
  readonly sentence: string;
  /** Absent: none is planted. */
  readonly canary?: string;
  /** A row of numbers of float32; absent: none is planted. */
  readonly vector?: ArrayLike<number>;
  readonly servedFile: Uint8Array;
  readonly question: string;
}

/** Plants, for each archive, its own private sentences, canaries and vectors in payloads of every kind. */
export function plantLeaks(grounds: readonly PlantingGround[]): PlantedResult {
  const missed: string[] = [];
  let planted = 0;
  for (const { samples, sweep, bytes } of grounds) {
    for (const [place, plant] of plantings(samples)) {
      const ledger = new LeakLedger(sweep, bytes === undefined ? {} : { bytes });
      plant(ledger);
      planted += 1;
      if (ledger.leaks.length === 0) missed.push(place);
    }
  }
  return { planted, found: planted - missed.length, missed };
}

type Planting = [place: string, plant: (ledger: LeakLedger) => void];

function plantings({ sentence, canary, vector, servedFile, question }: LeakSamples): Planting[] {
  const insert = (bytes: Uint8Array): Uint8Array => {
    const half = servedFile.length >> 1;
    const joined = new Uint8Array(servedFile.length + bytes.length);
    joined.set(servedFile.subarray(0, half));
    joined.set(bytes, half);
    joined.set(servedFile.subarray(half), half + bytes.length);
    return joined;
  };
  const encoder = new TextEncoder();
  const exchange = (contentType: string, body: string, head = '200 OK'): Exchange => ({
    label: 'GET /v1/search',
    sent: [question],
    contentType,
    status: 200,
    head,
    body: encoder.encode(body),
  });
  const found: Planting[] = [
    [
      'a sentence in a served file',
      (ledger) => ledger.file('planted', insert(encoder.encode(JSON.stringify(sentence)))),
    ],
    [
      'a sentence in UTF-16 in a served file',
      (ledger) => ledger.file('planted', insert(utf16(`\0${sentence}`))),
    ],
    [
      'a sentence in a hit',
      (ledger) =>
        ledger.exchange(
          exchange('application/json', JSON.stringify({ query: question, hits: [{ text: sentence }] })),
        ),
    ],
    [
      'a sentence in a page',
      (ledger) => ledger.exchange(exchange('text/html', `<p>${sentence.replaceAll(' ', '</b> <b>')}</p>`)),
    ],
    [
      'a sentence in a header',
      (ledger) =>
        ledger.exchange(exchange('text/plain', '', `200 OK\nlocation: /e/${encodeURIComponent(sentence)}`)),
    ],
    ['a sentence in a log line', (ledger) => ledger.text('planted', JSON.stringify({ message: sentence }))],
  ];
  if (canary !== undefined)
    found.push(
      [
        'a canary in a served file',
        (ledger) => ledger.file('planted', insert(encoder.encode(` ${canary} `))),
      ],
      ['a canary in an error', (ledger) => ledger.text('planted', `error: cannot read ${canary}`)],
    );
  if (vector !== undefined)
    found.push([
      'a vector in a served file',
      (ledger) => ledger.file('planted', insert(new Uint8Array(Float32Array.from(vector).buffer))),
    ]);
  return found;
}

/** Little end first. */
function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true);
  return bytes;
}
