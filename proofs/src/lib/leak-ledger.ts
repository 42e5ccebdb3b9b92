/**
 * Keeps account of what was swept and what was found in it, for one archive.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { withoutEcho } from './caller-echo.ts';
import type { Exchange } from './crawl-server.ts';
import { payloadViews } from './payload-views.ts';
import type { RunSweep } from './run-sweep.ts';
import type { VectorSweep } from './vector-sweep.ts';

/** Something found where it must not be. */
export interface Leak {
  /** Where: a route and kind of request, a file, a stream. */
  readonly place: string;
  /** What kind of unit, or form of vector. */
  readonly what: string;
  /** Labels of the private sources. */
  readonly sources: readonly string[];
}

/** Sweeps payloads for text and for vectors. A payload seen before is swept once. */
export class LeakLedger {
  readonly leaks: Leak[] = [];
  payloads = 0;
  bytes = 0;
  readonly #sweep: RunSweep;
  readonly #vectors: VectorSweep | undefined;
  readonly #seen = new Set<string>();

  constructor(sweep: RunSweep, vectors?: VectorSweep) {
    this.#sweep = sweep;
    this.#vectors = vectors;
  }

  /** Sweeps an answer: headers whole, body without the echo of its question. */
  exchange({ label, sent, contentType, head, body }: Exchange): void {
    this.text(`${label}: headers`, head);
    this.text(`${label}: body`, withoutEcho(body.toString('utf8'), contentType, sent));
    this.#sweepVectors(`${label}: body`, body);
  }

  /** Sweeps something printed or written as text. */
  text(place: string, payload: string): void {
    this.#sweepViews(place, payload);
  }

  /** Sweeps a file: as text in every encoding, and for rows of vectors. */
  file(place: string, payload: Uint8Array): void {
    this.#sweepViews(place, payload);
    this.#sweepVectors(place, payload);
  }

  #sweepViews(place: string, payload: Uint8Array | string): void {
    this.payloads += 1;
    this.bytes += payload.length;
    const isBinary = typeof payload !== 'string' && !isUtf8(payload);
    for (const view of payloadViews(payload)) {
      const digest = createHash('sha256').update(view).digest('base64');
      if (this.#seen.has(digest)) continue;
      this.#seen.add(digest);
      for (const { kind, sources } of this.#sweep.find(view, { isBinary }))
        this.leaks.push({ place, what: kind, sources });
    }
  }

  #sweepVectors(place: string, payload: Uint8Array): void {
    for (const { source, form } of this.#vectors?.find(payload) ?? [])
      this.leaks.push({ place, what: form, sources: [source] });
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
