/**
 * Schema 2 to 3: a note gains a private title, which until then was its label.
 *
 * Pure and keyless; vectors and hashes are those of the input, for the embedded bytes do not change.
 */
import { readV2, type IndexV3 } from './legacy-index.ts';

/** Turns a parsed schema 2 file into schema 3. @throws {IndexFormatError} for any other value */
export function migrateV2ToV3(value: unknown): IndexV3 {
  const entries = readV2(value).entries.map((entry): IndexV3['entries'][number] =>
    entry.sourceType === 'record' ? entry : { ...entry, note: { ...entry.note, title: entry.note.label } },
  );
  return { version: 3, entries };
}
