/**
 * Reads and checks the header of a model file: every field the loader relies on, and that the sections fill the file.
 *
 * Fields it does not know are kept aside as notes. It reads no section.
 */
import type { ModelFacts, ModelHeader, Pooling, SectionName, SectionPlace } from './model-format.ts';
import { aligned, FORMAT, MAGIC, SECTIONS, sectionLengths } from './model-format.ts';
import { ModelFormatError } from './model-format-error.ts';
import { TruncatedModelError } from './truncated-model-error.ts';

/**
 * Reads the header of a model file.
 *
 * @throws {ModelFormatError}    when the bytes are no model, or of another format version, or the header contradicts itself
 * @throws {TruncatedModelError} when the file ends before its last section does
 */
export function readHeader(bytes: Uint8Array): ModelHeader {
  const magic = new TextEncoder().encode(MAGIC);
  if (!magic.every((byte, at) => at >= bytes.length || bytes[at] === byte) || bytes.length === 0) {
    throw new ModelFormatError({ field: 'magic', message: 'the bytes are not those of a static model' });
  }
  const start = MAGIC.length + 4;
  if (bytes.length < start) throw truncated(bytes, start);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = start + view.getUint32(MAGIC.length, true);
  if (bytes.length < end) throw truncated(bytes, end);
  const header = checkHeader(parse(bytes.subarray(start, end)));
  checkPlaces(header, end, bytes);
  return header;
}

function parse(json: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (cause) {
    throw new ModelFormatError({ field: 'header', message: 'the header of the model is not JSON', cause });
  }
  if (!isRecord(value)) throw wrong('header');
  return value;
}

function checkHeader(value: Record<string, unknown>): ModelHeader {
  const {
    format,
    name,
    version,
    dimensions,
    pieces,
    buckets,
    pooling,
    floor,
    scoreCap,
    line,
    languages,
    sections,
    notes,
    ...rest
  } = value;
  if (format !== FORMAT) {
    throw new ModelFormatError({
      field: 'format',
      message: `the model is of format \`${String(format).slice(0, 20)}\` where ${FORMAT} can be read`,
    });
  }
  if (typeof name !== 'string' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw wrong('name');
  if (!isRecord(sections)) throw wrong('sections');
  if (!Array.isArray(languages) || !languages.every((tag) => typeof tag === 'string'))
    throw wrong('languages');
  const facts: ModelFacts = {
    name,
    version: count(version, 'version'),
    dimensions: count(dimensions, 'dimensions'),
    pieces: count(pieces, 'pieces'),
    buckets: count(buckets, 'buckets'),
    pooling: poolingOf(pooling),
    floor: share(floor, 'floor'),
    scoreCap: share(scoreCap, 'scoreCap'),
    languages,
    notes: { ...rest, ...(isRecord(notes) ? notes : {}) },
  };
  // One bit for each axis fills whole bytes; the inner loop takes two axes at a time.
  if (facts.dimensions % 8 !== 0) throw wrong('dimensions');
  if (line !== undefined) facts.line = lineOf(line);
  const places = SECTIONS.map((section) => [section, placeOf(sections[section], section)] as const);
  return { format, ...facts, sections: Object.fromEntries(places) as Record<SectionName, SectionPlace> };
}

/** Sections stand in order at the next boundary after what comes before them, and the last one ends the file. */
function checkPlaces({ sections, ...facts }: ModelHeader, headerEnd: number, bytes: Uint8Array): void {
  const lengths: Record<string, number> = sectionLengths(facts);
  let end = headerEnd;
  for (const section of SECTIONS) {
    const { offset, length } = sections[section];
    if (offset !== aligned(end)) throw wrong(`sections.${section}.offset`);
    if (section in lengths && length !== lengths[section]) throw wrong(`sections.${section}.length`);
    end = offset + length;
  }
  if (bytes.length < end) throw truncated(bytes, end);
  if (bytes.length > end) {
    throw new ModelFormatError({
      field: 'sections',
      message: 'the model file goes on after its last section',
    });
  }
}

function poolingOf(value: unknown): Pooling {
  if (!isRecord(value)) throw wrong('pooling');
  const { repeats, centre } = value;
  if (repeats !== 'linear' && repeats !== 'sqrt' && repeats !== 'log') throw wrong('pooling.repeats');
  if (centre !== 'unit' && centre !== 'sum') throw wrong('pooling.centre');
  return { repeats, centre };
}

function lineOf(value: unknown): { a: number; c: number } {
  if (!isRecord(value)) throw wrong('line');
  const { a, c } = value;
  if (!isFinite(a) || !isFinite(c) || a <= 0) throw wrong('line');
  return { a, c };
}

function placeOf(value: unknown, section: SectionName): SectionPlace {
  if (!isRecord(value)) throw wrong(`sections.${section}`);
  const { offset, length, sha256 } = value;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw wrong(`sections.${section}.sha256`);
  return {
    offset: count(offset, `sections.${section}.offset`),
    length: count(length, `sections.${section}.length`),
    sha256,
  };
}

function count(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(field);
  return value as number;
}

function share(value: unknown, field: string): number {
  if (!isFinite(value) || value <= 0 || value > 1) throw wrong(field);
  return value;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(field: string): ModelFormatError {
  return new ModelFormatError({ field, message: `the header of the model has no usable \`${field}\`` });
}

function truncated(bytes: Uint8Array, expectedBytes: number): TruncatedModelError {
  return new TruncatedModelError({ actualBytes: bytes.length, expectedBytes });
}
