/**
 * One file of named sections: how a chunk lies on disk.
 *
 * 16 bytes (a mark, the length and the CRC-32 of the head), the head as JSON, then the sections, each filled up with
 * zeros to a multiple of 16. The head states of every section its length, the CRC-32 of what lies on disk and its
 * SHA-256, so the SHA-256 of mark and head names the whole content: it is the digest of the file, and its name. Whoever
 * opens a file compares the digest, the size and every CRC-32; a changed or lost byte is found with the section it is in.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { parseJson } from '../read-json.ts';
import type { Checker } from '../refusal.ts';

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
export async function readSectionHead(
  handle: FileHandle,
  checker: Checker,
  { digest, size, form, names }: ExpectedFile,
): Promise<readonly SectionPlace[]> {
  const stats = await handle.stat();
  if (stats.size !== size) throw checker.refuse('size', `is ${stats.size} bytes, not ${size}`);
  const begun = Buffer.alloc(Math.min(size, USUAL_HEAD_BYTES));
  await readFully(handle, checker, begun, 0, 'head');
  if (begun.length < START_BYTES || begun.toString('latin1', 0, MARK.length) !== MARK)
    throw checker.refuse('head', 'is none of a chunk');
  const length = begun.readUInt32LE(MARK.length);
  if (length > MOST_HEAD_BYTES || START_BYTES + length > size) throw checker.refuse('head', 'is damaged');
  let head = begun.subarray(START_BYTES, START_BYTES + length);
  if (head.length < length) {
    head = Buffer.alloc(length);
    await readFully(handle, checker, head, START_BYTES, 'head');
  }
  const found = createHash('sha256').update(begun.subarray(0, START_BYTES)).update(head).digest('hex');
  if (found !== digest) throw checker.refuse('head', 'is damaged, or that of another chunk');
  const parsed = checker.check(
    headSchema,
    parseJson(head, { subject: 'chunk', file: checker.file ?? '' }),
    'head',
  );
  if (parsed.form !== form) throw checker.refuse('head', 'is of another form');
  let offset = START_BYTES + length;
  const places = parsed.sections.map(([name, bytes, crc, sha256]) => {
    const place = { name, offset, length: bytes, room: roomOf(bytes), crc32: crc, sha256 };
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
  handle: FileHandle,
  checker: Checker,
  places: readonly SectionPlace[],
): Promise<Uint8Array[]> {
  const first = places[0] as SectionPlace;
  const room = places.reduce((sum, place) => sum + place.room, 0);
  // A buffer of its own, so that it begins at an aligned byte; filled below to the last one.
  const { buffer, byteOffset } = Buffer.allocUnsafeSlow(room);
  const bytes = new Uint8Array(buffer, byteOffset, room);
  await readFully(handle, checker, bytes, first.offset, first.name);
  return places.map((place) => {
    const from = place.offset - first.offset;
    checkSection(checker, place, bytes.subarray(from, from + place.room));
    return bytes.subarray(from, from + place.length);
  });
}

/** Reads one section into memory of the caller, which has its `room`, and checks it. */
export async function readSectionInto(
  handle: FileHandle,
  checker: Checker,
  place: SectionPlace,
  target: Uint8Array,
): Promise<void> {
  await readFully(handle, checker, target, place.offset, place.name);
  checkSection(checker, place, target);
}

/** Compares a section with the SHA-256 of the head, which no accident can satisfy and no forger either. */
export function checkSectionDigest(checker: Checker, place: SectionPlace, bytes: Uint8Array): void {
  if (createHash('sha256').update(bytes).digest('hex') !== place.sha256)
    throw checker.refuse(`section ${place.name}`, 'is not the one that was written');
}

function checkSection(checker: Checker, place: SectionPlace, bytes: Uint8Array): void {
  if (crc32(bytes) !== place.crc32) throw checker.refuse(`section ${place.name}`, 'is damaged');
}

async function readFully(
  handle: FileHandle,
  checker: Checker,
  target: Uint8Array,
  position: number,
  name: string,
): Promise<void> {
  let done = 0;
  while (done < target.length) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
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
const count = z.int().min(0);
const headSchema = z.strictObject({
  form: z.string(),
  sections: z.array(z.tuple([z.string(), count, count, z.string().regex(/^[0-9a-f]{64}$/)])),
});
