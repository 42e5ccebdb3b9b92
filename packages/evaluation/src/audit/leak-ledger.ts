/**
 * Keeps account of what was swept and what was found in it, for one archive.
 *
 * Invariant: a leak says where and of which sources, never what.
 */
import { withoutEcho } from './caller-echo.ts';
import type { Exchange } from './exchange.ts';
import { isUtf8Text, payloadViews } from './payload-views.ts';
import type { RunSweep } from './run-sweep.ts';

/** Something found where it must not be. */
export interface Leak {
  /** Where: a route and kind of request, a file, a stream. */
  readonly place: string;
  /** What kind of unit, or form of vector. */
  readonly what: string;
  /** Labels of the private sources. */
  readonly sources: readonly string[];
  /** Code points of private text in this payload; 0 for what is no text. */
  readonly chars: number;
}

/** What else is looked for in bytes, such as rows of vectors. */
export interface ByteSweep {
  /** Everything found, under labels that may be printed. */
  find(payload: Uint8Array): readonly { readonly source: string; readonly form: string }[];
}

/** Settings of {@link LeakLedger}. */
export interface LeakLedgerOptions {
  /** Looked for in bodies and files besides text. */
  readonly bytes?: ByteSweep;
  /** A short form of a long text by which it is known again; default the text itself. */
  readonly digest?: (text: string) => string;
}

/** Sweeps payloads for text and for what else is in bytes. A reading seen before is swept once. */
export class LeakLedger {
  /** What was found. */
  readonly leaks: Leak[] = [];
  /** Payloads swept. */
  payloads = 0;
  /** Their size; strings count in UTF-16 units. */
  bytes = 0;
  readonly #sweep: RunSweep;
  readonly #bytes: ByteSweep | undefined;
  readonly #digest: (text: string) => string;
  readonly #seen = new Set<string>();

  constructor(sweep: RunSweep, { bytes, digest = (text) => text }: LeakLedgerOptions = {}) {
    this.#sweep = sweep;
    this.#bytes = bytes;
    this.#digest = digest;
  }

  /** Sweeps an answer: headers whole, body without the echo of its question. */
  exchange({ label, sent, mayEcho = false, contentType, head, body }: Exchange): void {
    const text = new TextDecoder().decode(body);
    const given = mayEcho ? sent : [];
    this.#sweepViews(`${label}: headers`, head, given);
    this.#sweepViews(`${label}: body`, withoutEcho(text, contentType, sent), given);
    this.#sweepBytes(`${label}: body`, body);
  }

  /** Sweeps something printed or written as text. */
  text(place: string, payload: string): void {
    this.#sweepViews(place, payload);
  }

  /** Sweeps a file: as text in every encoding, and for what else is in bytes. */
  file(place: string, payload: Uint8Array): void {
    this.#sweepViews(place, payload);
    this.#sweepBytes(place, payload);
  }

  #sweepViews(place: string, payload: Uint8Array | string, given: readonly string[] = []): void {
    this.payloads += 1;
    this.bytes += payload.length;
    const isBinary = typeof payload !== 'string' && !isUtf8Text(payload);
    const found = new Map<string, Leak>();
    for (const view of payloadViews(payload)) {
      const digest = this.#digest(given.length === 0 ? view : `${given.join('\0')}\0\0${view}`);
      if (this.#seen.has(digest)) continue;
      this.#seen.add(digest);
      for (const { kind, sources, chars } of this.#sweep.find(view, { isBinary, given })) {
        const before = found.get(kind);
        if (before === undefined || before.chars < chars)
          found.set(kind, { place, what: kind, sources, chars });
      }
    }
    this.leaks.push(...found.values());
  }

  #sweepBytes(place: string, payload: Uint8Array): void {
    for (const { source, form } of this.#bytes?.find(payload) ?? [])
      this.leaks.push({ place, what: form, sources: [source], chars: 0 });
  }
}

/** One line for each place and kind, with the number of times. */
export function leakLines(leaks: readonly Leak[]): string[] {
  const counts = new Map<string, number>();
  for (const { place, what, sources } of leaks) {
    const line = `${place}: ${what} of ${sources.slice(0, 3).join(', ')}${sources.length > 3 ? ', …' : ''}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line} (${count}×)`);
}
