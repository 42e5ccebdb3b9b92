/**
 * Plants a leak of each kind and says which the sweep finds: a proof that found nothing must be able to find something.
 */
import { LeakLedger } from './leak-ledger.ts';
import type { RunSweep } from './run-sweep.ts';
import type { VectorSweep } from './vector-sweep.ts';

/** How many were planted and found, and where one was missed. */
export interface PlantedResult {
  readonly planted: number;
  readonly found: number;
  readonly missed: readonly string[];
}

/** What is known of an archive in which leaks are planted. */
export interface PlantingGround {
  readonly samples: LeakSamples;
  readonly sweep: RunSweep;
  readonly vectors: VectorSweep;
}

/** Plants, for each account, its own private sentences, canaries and vectors in payloads of every kind. */
export function plantLeaks(accounts: readonly PlantingGround[]): PlantedResult {
  const missed: string[] = [];
  let planted = 0;
  for (const { samples, sweep, vectors } of accounts) {
    for (const [place, plant] of plantings(samples)) {
      const ledger = new LeakLedger(sweep, vectors);
      plant(ledger);
      planted += 1;
      if (ledger.leaks.length === 0) missed.push(place);
    }
  }
  return { planted, found: planted - missed.length, missed };
}

/** Things of one archive that must not come out, and a served file to hide them in. */
export interface LeakSamples {
  readonly sentence: string;
  readonly canary: string;
  readonly vector: ArrayLike<number>;
  readonly servedFile: Uint8Array;
  readonly question: string;
}

function plantings({
  sentence,
  canary,
  vector,
  servedFile,
  question,
}: LeakSamples): [place: string, plant: (ledger: LeakLedger) => void][] {
  const insert = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([
      servedFile.subarray(0, servedFile.length >> 1),
      bytes,
      servedFile.subarray(servedFile.length >> 1),
    ]);
  const exchange = (contentType: string, body: string, head = '200 OK') => ({
    label: 'GET /v1/search',
    sent: [question],
    contentType,
    head,
    body: Buffer.from(body),
  });
  const row = Float32Array.from(vector);
  return [
    [
      'a sentence in a served file',
      (ledger) => ledger.file('planted', insert(Buffer.from(JSON.stringify(sentence)))),
    ],
    [
      'a sentence in UTF-16 in a served file',
      (ledger) => ledger.file('planted', insert(Buffer.from(`\0${sentence}`, 'utf16le'))),
    ],
    ['a canary in a served file', (ledger) => ledger.file('planted', insert(Buffer.from(` ${canary} `)))],
    ['a vector in a served file', (ledger) => ledger.file('planted', insert(Buffer.from(row.buffer)))],
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
    ['a canary in an error', (ledger) => ledger.text('planted', `error: cannot read ${canary}`)],
  ];
}
