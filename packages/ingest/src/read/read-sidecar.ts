/**
 * Reads a data file that states a work beside its sources: `book.yaml`, or the sidecar of a recording.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import { parseJsonRecord } from '../front-matter/parse-json-object.ts';
import { parseYamlRecord } from '../front-matter/parse-yaml-block.ts';
import type { SourceFile } from './list-sources.ts';
import { readText } from './read-source-text.ts';
import type { ReadingContext } from './reading-context.ts';
import { extensionOf } from './work-identity.ts';

/**
 * Reads a data file as a record.
 *
 * @throws {FileRefusedError} when it is not well formed or not a record
 */
export async function readSidecar(file: SourceFile, context: ReadingContext): Promise<MetaRecord> {
  const text = await readText(file.real, context);
  if (extensionOf(file.relative) === '.json') return parseJsonRecord(text);
  // A fence at the head or foot of a YAML file opens or closes its one document.
  return parseYamlRecord(text.replace(/^\s*---[ \t]*\n/, '').replace(/\n---\s*$/, '\n'));
}

/**
 * Takes the one data file of a work.
 *
 * @throws {FileRefusedError} when there are several, since each may state a policy
 */
export function onlySidecar(found: readonly SourceFile[]): SourceFile | undefined {
  if (found.length > 1) {
    throw new FileRefusedError({
      field: 'file',
      reason: 'more than one data file stands beside it',
      help: 'keep one of the .yaml, .yml and .json files',
    });
  }
  return found[0];
}
