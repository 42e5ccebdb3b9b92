/**
 * One file of named sections: how a chunk lies on disk.
 *
 * 16 bytes (a mark, the length and the CRC-32 of the head), the head as JSON, then the sections, each filled up with
 * zeros to a multiple of 16. The head states of every section its length, the CRC-32 of what lies on disk and its
 * SHA-256, so the SHA-256 of mark and head names the whole content: it is the digest of the file, and its name. Whoever
 * opens a file compares the digest, the size and every CRC-32; a changed or lost byte is found with the section it is in.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parseJson } from '../read-json.ts';
import { isRecord, type Checker } from '../refusal.ts';
import type { SectionSource } from './section-source.ts';

/** A section to be written. */
export interface Section {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file ready to be written. */
export interface EncodedFile {
  /** What is written, in order. */
  readonly pieces: readonly Uint8Array[];
  readonly size: number;
  /** 64 hex digits. */
  readonly digest: string;
}

/** Where a section lies. */
export interface SectionPlace {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  /** Length with what fills it up. */
  readonly room: number;
  readonly crc32: number;
  readonly sha256: string;
}

/** Lays sections out. The same sections give the same bytes. */
export function encodeSectionFile(form: string, sections: readonly Section[]): EncodedFile {
  const padded = sections.map(({ bytes }) => withPadding(bytes));
  const json = JSON.stringify({
    form,
    sections: sections.map(({ name, bytes }, at) => [
      name,
      bytes.length,
      crc32OfAll(padded[at] as Uint8Array[]),
      createHash('sha256').update(bytes).digest('hex'),
    ]),
  });
  const head = Buffer.from(json.padEnd(roomOf(Buffer.byteLength(json)), ' '), 'utf8');
  const start = Buffer.alloc(START_BYTES);
  start.write(MARK, 'latin1');
  start.writeUInt32LE(head.length, MARK.length);
  start.writeUInt32LE(crc32(head), MARK.length + 4);
  const pieces = [start, head, ...padded.flat()];
  return {
    pieces,
    size: pieces.reduce((sum, { length }) => sum + length, 0),
    digest: createHash('sha256').update(start).update(head).digest('hex'),
  };
}

/** What is known of a file before it is opened. */
export interface ExpectedFile {
  readonly digest: string;
  readonly size: number;
  readonly form: string;
  /** Names of the sections, in order. */
  readonly names: readonly string[];
}

/** Reads the head of a file. @throws {IndexFormatError} when size, digest, form or sections are others than expected */
export function readSectionHead(
  source: SectionSource,
  checker: Checker,
  { digest, size, form, names }: ExpectedFile,
): readonly SectionPlace[] {
  const found = source.size();
  if (found !== size) throw checker.refuse('size', `is ${found} bytes, not ${size}`);
  const begun = Buffer.alloc(Math.min(size, USUAL_HEAD_BYTES));
  readFully(source, checker, begun, 0, 'head');
  if (begun.length < START_BYTES || begun.toString('latin1', 0, MARK.length) !== MARK)
    throw checker.refuse('head', 'is none of a chunk');
  const length = begun.readUInt32LE(MARK.length);
  if (length > MOST_HEAD_BYTES || START_BYTES + length > size) throw checker.refuse('head', 'is damaged');
  let head = begun.subarray(START_BYTES, START_BYTES + length);
  if (head.length < length) {
    head = Buffer.alloc(length);
    readFully(source, checker, head, START_BYTES, 'head');
  }
  const sha256 = createHash('sha256').update(begun.subarray(0, START_BYTES)).update(head).digest('hex');
  if (sha256 !== digest) throw checker.refuse('head', 'is damaged, or that of another chunk');
  const parsed = parseJson(head, { subject: 'chunk', file: checker.file ?? '' });
  if (!isHead(parsed)) throw checker.refuse('head', 'does not list sections');
  if (parsed.form !== form) throw checker.refuse('head', 'is of another form');
  let offset = START_BYTES + length;
  const places = parsed.sections.map(([name, bytes, crc, sha]) => {
    const place = { name, offset, length: bytes, room: roomOf(bytes), crc32: crc, sha256: sha };
    offset += place.room;
    return place;
  });
  if (places.length !== names.length || places.some(({ name }, at) => name !== names[at]))
    throw checker.refuse('head', 'does not list the sections of its form');
  if (offset !== size) throw checker.refuse('head', 'does not fit the size of the file');
  return places;
}

/** Reads consecutive sections in one go and checks each. @returns their bytes, views of one new buffer */
export async function readSections(
  source: SectionSource,
  checker: Checker,
  places: readonly SectionPlace[],
): Promise<Uint8Array[]> {
  const target = unfilledBytes(roomOfAll(places));
  const [sections] = await readSectionRuns(source, checker, [{ places, target }]);
  return sections as Uint8Array[];
}

/** Bytes in a buffer of their own, which begins at an aligned byte; whoever asks fills them to the last one. */
export function unfilledBytes(length: number): Uint8Array {
  const { buffer, byteOffset } = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(buffer, byteOffset, length);
}

/** Neighbouring sections, and memory of the caller that is as long as their rooms together. */
export interface SectionRun {
  readonly places: readonly SectionPlace[];
  readonly target: Uint8Array;
}

/** Reads runs of sections that follow one another, all with one call, and checks each. @returns their bytes, run by run */
export async function readSectionRuns(
  source: SectionSource,
  checker: Checker,
  runs: readonly SectionRun[],
): Promise<Uint8Array[][]> {
  const used = runs.filter(({ target }) => target.length > 0);
  const targets = used.map(({ target }) => target);
  const start = runs[0]?.places[0]?.offset ?? 0;
  const bytesRead = targets.length === 0 ? 0 : await source.readAll(targets, start);
  // A file system may give less than it is asked for; the rest is read bit by bit.
  let before = 0;
  for (const { target, places } of used) {
    const have = Math.min(target.length, Math.max(0, bytesRead - before));
    if (have < target.length)
      readFully(source, checker, target.subarray(have), start + before + have, places[0]?.name ?? '');
    before += target.length;
  }
  return runs.map(({ places, target }) => {
    const first = places[0]?.offset ?? 0;
    return places.map((place) => {
      const from = place.offset - first;
      checkSection(checker, place, target.subarray(from, from + place.room));
      return target.subarray(from, from + place.length);
    });
  });
}

/** Bytes that sections take with what fills them up. */
export function roomOfAll(places: readonly SectionPlace[]): number {
  return places.reduce((sum, { room }) => sum + room, 0);
}

/** Compares a section with the SHA-256 of the head, which no accident can satisfy and no forger either. */
export function checkSectionDigest(checker: Checker, place: SectionPlace, bytes: Uint8Array): void {
  if (createHash('sha256').update(bytes).digest('hex') !== place.sha256)
    throw checker.refuse(`section ${place.name}`, 'is not the one that was written');
}

function checkSection(checker: Checker, place: SectionPlace, bytes: Uint8Array): void {
  if (crc32(bytes) !== place.crc32) throw checker.refuse(`section ${place.name}`, 'is damaged');
}

function readFully(
  source: SectionSource,
  checker: Checker,
  target: Uint8Array,
  position: number,
  name: string,
): void {
  let done = 0;
  while (done < target.length) {
    const bytesRead = source.read(target.subarray(done), position + done);
    if (bytesRead === 0) throw checker.refuse(`section ${name}`, 'is cut short');
    done += bytesRead;
  }
}

/** A length with what fills it up. */
function roomOf(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function withPadding(bytes: Uint8Array): Uint8Array[] {
  const missing = roomOf(bytes.length) - bytes.length;
  return missing === 0 ? [bytes] : [bytes, new Uint8Array(missing)];
}

function crc32OfAll(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => crc32(piece, sum), 0);
}

const MARK = 'archnk1\n';
const START_BYTES = 16;
const ALIGNMENT = 16;
const USUAL_HEAD_BYTES = 4096;
const MOST_HEAD_BYTES = 64 * 1024;

/** A head as JSON: every section with its length, CRC-32 and SHA-256. */
interface Head {
  form: string;
  sections: [name: string, length: number, crc: number, sha256: string][];
}

function isHead(value: unknown): value is Head {
  if (!isRecord(value) || Object.keys(value).length !== 2 || typeof value['form'] !== 'string') return false;
  return Array.isArray(value['sections']) && value['sections'].every(isSectionLine);
}

function isSectionLine(line: unknown): boolean {
  if (!Array.isArray(line) || line.length !== 4) return false;
  const [name, length, crc, sha256] = line as unknown[];
  return typeof name === 'string' && isCount(length) && isCount(crc) && isSha256(sha256);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSha256(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
