/**
 * Index files of schemas 2 and 3: whole records and notes, one vector each.
 *
 * Read for migration only. Keys nobody knows are dropped; what the current schema needs must be there.
 */
import { exposureSchema, type Exposure } from '@archive/contract';
import { z } from 'zod';
import { vectorProblem } from './check-vector.ts';
import { createChecker, isRecord, type Checker } from './refusal.ts';
import { hashSchema } from './stored-shape.ts';

/** A public record of schemas 2 and 3. */
export interface LegacyRecord {
  id: string;
  type?: string;
  slug?: string;
  title: string;
  url: string;
  summary?: string;
  body: string;
  themes?: string[];
  date?: string;
}

/** A private note of schema 3: the title is private, the label travels. Schema 2 has the label for both. */
export interface LegacyNote {
  id: string;
  title: string;
  label: string;
  url: string;
  locator: string;
  text: string;
  exposure?: Exposure;
}

/** An entry of schema 2 or 3, by its kind of note. */
export type LegacyEntry<Note> = {
  model: string;
  dimensions: number;
  vector: ArrayLike<number>;
  contentHash: string;
} & ({ sourceType: 'record'; record: LegacyRecord } | { sourceType: 'note'; note: Note });

/** An index file of schema 2. */
export interface IndexV2 {
  version: 2;
  entries: LegacyEntry<Omit<LegacyNote, 'title' | 'exposure'>>[];
}

/** An index file of schema 3. */
export interface IndexV3 {
  version: 3;
  entries: LegacyEntry<LegacyNote>[];
}

/** Reads a value as schema 2. @throws {IndexFormatError} naming the field at fault */
export function readV2(value: unknown): IndexV2 {
  return { version: 2, entries: readEntries(createChecker('schema 2 index'), value, 2, noteV2Schema) };
}

/** Reads a value as schema 3. @throws {IndexFormatError} naming the field at fault */
export function readV3(value: unknown): IndexV3 {
  return { version: 3, entries: readEntries(createChecker('schema 3 index'), value, 3, noteV3Schema) };
}

function readEntries<Note>(
  checker: Checker,
  value: unknown,
  version: number,
  noteSchema: z.ZodType<Note>,
): LegacyEntry<Note>[] {
  if (!isRecord(value)) throw checker.refuse(undefined, 'is not an object');
  if (value['version'] !== version) throw checker.refuse('version', `is not ${version}`);
  const { entries } = value;
  if (!Array.isArray(entries)) throw checker.refuse('entries', 'is not a list');
  return entries.map((entry: unknown, at) => readEntry(checker, entry, `entries[${at}]`, noteSchema));
}

function readEntry<Note>(
  checker: Checker,
  entry: unknown,
  field: string,
  noteSchema: z.ZodType<Note>,
): LegacyEntry<Note> {
  if (!isRecord(entry)) throw checker.refuse(field, 'is not an object');
  const model = checker.check(line, entry['model'], `${field}.model`);
  const dimensions = checker.check(z.int().min(1), entry['dimensions'], `${field}.dimensions`);
  const contentHash = checker.check(hashSchema, entry['contentHash'], `${field}.contentHash`);
  const problem = vectorProblem(entry['vector'], dimensions);
  if (problem !== undefined) throw checker.refuse(`${field}.vector`, problem);
  const base = { model, dimensions, vector: entry['vector'] as ArrayLike<number>, contentHash };
  const { sourceType } = entry;
  if (sourceType === 'record') {
    return { ...base, sourceType, record: checker.check(recordSchema, entry['record'], `${field}.record`) };
  }
  if (sourceType === 'note')
    return { ...base, sourceType, note: checker.check(noteSchema, entry['note'], `${field}.note`) };
  throw checker.refuse(`${field}.sourceType`, 'is not one of record, note');
}

const line = z.string().min(1);
const recordSchema = z.object({
  id: line,
  type: line.exactOptional(),
  slug: z.string().exactOptional(),
  title: line,
  url: line,
  summary: z.string().exactOptional(),
  body: z.string(),
  themes: z.array(z.string()).exactOptional(),
  date: z.string().exactOptional(),
}) satisfies z.ZodType<LegacyRecord>;
const noteV2Schema = z.object({ id: line, label: line, url: line, locator: line, text: z.string() });
const noteV3Schema = z.object({
  ...noteV2Schema.shape,
  title: line,
  exposure: exposureSchema.exactOptional(),
}) satisfies z.ZodType<LegacyNote>;
