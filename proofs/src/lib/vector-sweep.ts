/**
 * Finds vectors of unreleased text in bytes: a stretch of a row in any of its forms, or the row as decimal numbers.
 *
 * Sign bits are not looked for: they are what decisions 1.3 serves. A row that also belongs to something released, such
 * as a passage that is public elsewhere, is no finding.
 */
import { rowForms } from './vector-rows.ts';

/** A row that must not be there. */
export interface VectorFinding {
  /** Label of the fragment whose vector it is. */
  readonly source: string;
  /** How the row is written. */
  readonly form: string;
}

interface Probe {
  readonly source: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Bytes of one probe; a stretch this long with few zeros does not occur by chance. */
const PROBE_BYTES = 32;
const PROBES_A_ROW = 6;
/** Components other than 0 that make a probe of a given width specific enough. */
const ENOUGH_FILLED: Readonly<Record<number, number>> = { 4: 3, 2: 6, 1: 12 };
/** Decimal numbers this close in direction are the row, rounded. */
const SAME_DIRECTION = 0.9995;
const BASE64 = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
const NUMBERS = /\[\s*-?\d[\d.eE+\-,\s]{40,}\]/g;

/** The rows that must be nowhere. Cost of a search: linear in the bytes, whatever the number of rows. */
export class VectorSweep {
  readonly #probes = new Map<number, Probe[]>();
  readonly #rows: { source: string; unit: Float64Array }[] = [];
  readonly #released = new Set<string>();

  /** Names a row that may be anywhere; give these before the others. */
  allow(vector: ArrayLike<number>): void {
    for (const { bytes, name } of rowForms(vector)) this.#released.add(`${name}:${bytes.toString('base64')}`);
  }

  /** Adds a row that must be nowhere, under a label that may be printed. */
  addRow(vector: ArrayLike<number>, source: string): void {
    const forms = rowForms(vector);
    if (forms.some(({ bytes, name }) => this.#released.has(`${name}:${bytes.toString('base64')}`))) return;
    for (const { name, bytes, width } of forms) {
      for (const probe of probesOf(bytes, width)) {
        const key = probe.readUInt32LE(0);
        const others = this.#probes.get(key);
        const entry = { source, form: name, bytes: probe };
        if (others === undefined) this.#probes.set(key, [entry]);
        else others.push(entry);
      }
    }
    this.#rows.push({ source, unit: unitOf(vector) });
  }

  /** How many rows are looked for. */
  get rows(): number {
    return this.#rows.length;
  }

  /** Every row found in the bytes of a file or answer, base64 and lists of decimal numbers included. */
  find(payload: Uint8Array): VectorFinding[] {
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    const found = new Map<string, VectorFinding>();
    this.#scan(bytes, found);
    const text = bytes.toString('latin1');
    for (const [run] of text.matchAll(BASE64)) this.#scan(Buffer.from(run, 'base64'), found);
    for (const [list] of text.matchAll(NUMBERS)) this.#compare(list, found);
    return [...found.values()];
  }

  #scan(bytes: Buffer, found: Map<string, VectorFinding>): void {
    for (let at = 0; at + PROBE_BYTES <= bytes.length; at++) {
      const probes = this.#probes.get(bytes.readUInt32LE(at));
      for (const { source, form, bytes: probe } of probes ?? []) {
        if (probe.equals(bytes.subarray(at, at + probe.length)))
          found.set(`${source} ${form}`, { source, form });
      }
    }
  }

  #compare(list: string, found: Map<string, VectorFinding>): void {
    const numbers = list.slice(1, -1).split(',').map(Number);
    for (const { source, unit } of this.#rows) {
      if (unit.length === numbers.length && dot(unit, unitOf(numbers)) > SAME_DIRECTION) {
        found.set(`${source} decimal`, { source, form: 'decimal numbers' });
      }
    }
  }
}

/** Stretches of a row that begin with a component other than 0 and have enough of them to be no accident. */
function probesOf(bytes: Buffer, width: number): Buffer[] {
  const starts: number[] = [];
  const filled = (start: number): number => {
    let count = 0;
    for (let at = start; at < start + PROBE_BYTES; at += width) if (!isZero(bytes, at, width)) count++;
    return count;
  };
  const enough = ENOUGH_FILLED[width] ?? PROBE_BYTES;
  for (let at = 0; at + PROBE_BYTES <= bytes.length; at += width) {
    if (!isZero(bytes, at, width) && filled(at) >= enough) starts.push(at);
  }
  if (starts.length === 0) return wholeRow(bytes);
  const step = Math.max(1, Math.floor(starts.length / PROBES_A_ROW));
  return starts.filter((_, at) => at % step === 0).map((start) => bytes.subarray(start, start + PROBE_BYTES));
}

/** What is left to look for in a row of mostly zeros: all of it. */
function wholeRow(bytes: Buffer): Buffer[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first >= 0 && bytes.length - first >= PROBE_BYTES ? [bytes.subarray(first)] : [];
}

function isZero(bytes: Buffer, at: number, width: number): boolean {
  for (let offset = 0; offset < width; offset++) if (bytes[at + offset] !== 0) return false;
  return true;
}

function unitOf(vector: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(vector);
  const length = Math.sqrt(dot(values, values));
  return length === 0 ? values : values.map((value) => value / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
