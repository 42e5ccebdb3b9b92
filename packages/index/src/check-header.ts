/**
 * The first lines of an index: schema, kind, date, model and width, before anything else is believed.
 *
 * A file of another schema or of the other side of the wall is refused here with its own remedy.
 */
import { builtAtProblem, isUtcDate } from './check-structure.ts';
import { MIGRATE, REBUILD } from './index-format-error.ts';
import { isRecord, refuseUnknownKeys, type Checker } from './refusal.ts';

/** What the header of an index says, entries and entities not yet looked at. */
export interface IndexHeader {
  builtAt: string;
  model: string;
  dimensions: number;
  entities: readonly unknown[];
  entries: readonly unknown[];
  /** The whole file, for the fields that one kind alone has. */
  file: Record<string, unknown>;
}

/**
 * Checks the header of an index of one kind.
 *
 * A file without `kind` is private, or served if it says `served: true`; it may state model and dimensions in its
 * entries instead, and its date may be missing (decisions 4.3).
 */
export function checkHeader(checker: Checker, value: unknown, kind: 'private' | 'served'): IndexHeader {
  if (!isRecord(value)) throw checker.refuse(undefined, 'is not an object');
  checkVersion(checker, value);
  checkKind(checker, value, kind);
  refuseUnknownKeys(checker, value, kind === 'served' ? SERVED_KEYS : PRIVATE_KEYS);
  const { entities, entries } = value;
  if (!Array.isArray(entities)) throw checker.refuse('entities', 'is not a list');
  if (!Array.isArray(entries)) throw checker.refuse('entries', 'is not a list');
  const stated =
    value['kind'] === undefined ? { builtAt: UNKNOWN_DATE, ...fromFirstEntry(entries), ...value } : value;
  const { builtAt, model, dimensions } = stated as Record<string, unknown>;
  if (typeof builtAt !== 'string') throw checker.refuse('builtAt', 'is missing or not a string');
  const dateProblem =
    kind === 'served' ? (isUtcDate(builtAt) ? undefined : 'is not a UTC date') : builtAtProblem(builtAt);
  if (dateProblem !== undefined) throw checker.refuse('builtAt', dateProblem);
  if (typeof model !== 'string' || model.trim() === '') throw checker.refuse('model', 'is missing or blank');
  if (!Number.isInteger(dimensions) || (dimensions as number) < 1)
    throw checker.refuse('dimensions', 'is not a positive whole number');
  return { builtAt, model, dimensions: dimensions as number, entities, entries, file: value };
}

/** Checks that an entry that repeats model or dimensions repeats those of the index. */
export function checkHomogeneous(
  checker: Checker,
  entry: Record<string, unknown>,
  { model, dimensions }: IndexHeader,
  field: string,
): void {
  if (Object.hasOwn(entry, 'model') && entry['model'] !== model)
    throw checker.refuse(`${field}.model`, 'is not that of the index');
  if (Object.hasOwn(entry, 'dimensions') && entry['dimensions'] !== dimensions) {
    throw checker.refuse(`${field}.dimensions`, 'is not that of the index');
  }
}

function checkVersion(checker: Checker, { version }: Record<string, unknown>): void {
  if (version === 4) return;
  if (version === 2 || version === 3) throw checker.refuse('version', `is schema ${version}, not 4`, MIGRATE);
  throw checker.refuse('version', 'is not schema 4', REBUILD);
}

function checkKind(
  checker: Checker,
  { kind: stated, served }: Record<string, unknown>,
  kind: 'private' | 'served',
): void {
  const actual = stated ?? (served === true ? 'served' : 'private');
  if (stated !== undefined && stated !== 'private' && stated !== 'served') {
    throw checker.refuse('kind', 'is not one of private, served');
  }
  if (actual === kind) return;
  throw actual === 'private'
    ? checker.refuse(
        'kind',
        'says that this is a private index, which is never served',
        'serve the folder that `archive build` published, or the served index in it',
      )
    : checker.refuse(
        'kind',
        'says that this is a served index, which holds no text',
        'name the private index that it was made from, or run `archive build`',
      );
}

function fromFirstEntry(entries: readonly unknown[]): Record<string, unknown> {
  const first = entries[0];
  if (!isRecord(first)) return {};
  return { model: first['model'], dimensions: first['dimensions'] };
}

const UNKNOWN_DATE = '1970-01-01';
const COMMON_KEYS = ['version', 'kind', 'builtAt', 'model', 'dimensions', 'entities', 'entries'];
const PRIVATE_KEYS = COMMON_KEYS;
const SERVED_KEYS = [...COMMON_KEYS, 'served', 'codes', 'about'];
