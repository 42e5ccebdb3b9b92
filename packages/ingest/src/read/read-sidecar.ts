/**
 * A data file that states a work beside its sources: `book.yaml`, or the sidecar of a recording.
 */
import path from 'node:path';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import { parseJsonRecord } from '../front-matter/parse-json-object.ts';
import { parseYamlRecord } from '../front-matter/parse-yaml-block.ts';
import { DATA_EXTENSIONS } from './collections.ts';
import type { SourceFile } from './list-sources.ts';
import { readText } from './read-source-text.ts';
import type { ReadingContext } from './reading-context.ts';
import { extensionOf } from './work-identity.ts';

/** Files by path without letter case: `Book.YAML` states a policy as well as `book.yaml`. */
export type SidecarFiles = ReadonlyMap<string, readonly SourceFile[]>;

const fold = (relative: string): string => relative.normalize('NFC').toLowerCase();

/** Arranges the files of a collection for {@link sidecarsOf}. */
export function sidecarFiles(files: readonly SourceFile[]): SidecarFiles {
  const byPath = new Map<string, SourceFile[]>();
  for (const file of files) {
    const known = byPath.get(fold(file.relative));
    if (known === undefined) byPath.set(fold(file.relative), [file]);
    else known.push(file);
  }
  return byPath;
}

/** Finds the data files of one stem: `<stem>.yaml`, `.yml` or `.json` in any letter case. */
export function sidecarsOf(stem: string, files: SidecarFiles): SourceFile[] {
  return DATA_EXTENSIONS.flatMap((extension) => files.get(fold(`${stem}${extension}`)) ?? []);
}

/** A path without its extension. */
export function stemOf(relative: string): string {
  return relative.slice(0, relative.length - path.posix.extname(relative).length);
}

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
