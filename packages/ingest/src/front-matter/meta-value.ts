/**
 * What a front matter block or a sidecar file may hold, after parsing.
 *
 * Only `true` and `false` are typed; every other plain scalar is the string its author wrote, so that a date, an
 * ISBN with a leading zero or a version `1e3` never changes on the way in. Records have no prototype.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';

/** A value: text as written, a boolean, nothing, a list or a record. */
export type MetaValue = string | boolean | null | MetaValue[] | MetaRecord;

/** A record of values without a prototype; keys in file order. */
export interface MetaRecord {
  [key: string]: MetaValue;
}

/** Most values one block may hold, references counted each time they are used. */
const META_MAX_VALUES = 10_000;

/** Deepest nesting of one block. */
const META_MAX_DEPTH = 32;

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', '<<']);

/** Says whether a value is a record. */
export function isMetaRecord(value: MetaValue | undefined): value is MetaRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Counts values and depth while a block is converted.
 *
 * @throws {FileRefusedError} (from {@link MetaBounds.enter}) when a bound is passed, as an alias bomb does
 */
export class MetaBounds {
  private values = 0;

  enter(depth: number): void {
    this.values += 1;
    if (this.values > META_MAX_VALUES || depth > META_MAX_DEPTH) {
      throw new FileRefusedError({
        field: 'front matter',
        reason: `it holds more than ${META_MAX_VALUES} values or is nested deeper than ${META_MAX_DEPTH}`,
      });
    }
  }
}

/**
 * Sets a key of a record.
 *
 * @throws {FileRefusedError} when the key is a merge key, would reach a prototype, or is already set
 */
export function setMetaKey(record: MetaRecord, key: string, value: MetaValue): void {
  if (FORBIDDEN_KEYS.has(key)) {
    throw new FileRefusedError({
      field: 'front matter',
      reason: 'it uses a merge key or a key that reaches an object prototype',
    });
  }
  if (Object.hasOwn(record, key)) {
    throw new FileRefusedError({ field: 'front matter', reason: 'one of its keys stands there twice' });
  }
  record[key] = value;
}

/** Makes an empty record. */
export function emptyMetaRecord(): MetaRecord {
  return Object.create(null) as MetaRecord;
}
