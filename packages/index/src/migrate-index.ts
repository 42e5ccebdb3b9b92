/**
 * Brings a private index of any schema this package knows to the current one.
 */
import { migrateV2ToV3 } from './migrate-v2-to-v3.ts';
import { migrateV3ToV4 } from './migrate-v3-to-v4.ts';
import type { PrivateIndex } from './private-index.ts';
import { isRecord } from './refusal.ts';
import { validateIndex } from './validate-index.ts';

/**
 * Migrates a parsed index file of schema 2, 3 or 4, and checks the result as a load would.
 *
 * @param options.builtAt  date or timestamp to state where the file has none; default 1970-01-01
 * @throws {IndexFormatError} for any other value
 * @throws {PublicSafeLintError} when a string that would travel shares a run with the text
 */
export function migrateIndex(value: unknown, options: { builtAt?: string } = {}): PrivateIndex {
  const version = isRecord(value) ? value['version'] : undefined;
  if (version === 2) return validateIndex(migrateV3ToV4(migrateV2ToV3(value), options));
  return validateIndex(version === 3 ? migrateV3ToV4(value, options) : value);
}
