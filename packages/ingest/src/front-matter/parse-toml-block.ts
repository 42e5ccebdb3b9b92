/**
 * TOML front matter, as Hugo writes it between lines of `+++`.
 *
 * Dates keep the day they state, in whatever offset; numbers become text.
 */
import { parse, TomlDate } from 'smol-toml';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { emptyMetaRecord, MetaBounds, type MetaRecord, type MetaValue, setMetaKey } from './meta-value.ts';

function convert(value: unknown, bounds: MetaBounds, depth: number): MetaValue {
  bounds.enter(depth);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => convert(item, bounds, depth + 1));
  const record = emptyMetaRecord();
  for (const [key, item] of Object.entries(value as Record<string, unknown>))
    setMetaKey(record, key, convert(item, bounds, depth + 1));
  return record;
}

/**
 * Reads a TOML document.
 *
 * @throws {FileRefusedError} naming the line, never a value
 */
export function parseTomlRecord(source: string): MetaRecord {
  let table: unknown;
  try {
    table = parse(source, { integersAsBigInt: true });
  } catch (cause) {
    const line = (cause as { line?: unknown }).line;
    const place = typeof line === 'number' ? ` at line ${line}` : '';
    throw new FileRefusedError({ field: 'front matter', reason: `its TOML is not well formed${place}` });
  }
  return convert(table, new MetaBounds(), 0) as MetaRecord;
}
