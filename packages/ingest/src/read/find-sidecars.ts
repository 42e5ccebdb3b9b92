/**
 * Finds the data files that stand beside a source under its name.
 */
import path from 'node:path';
import { DATA_EXTENSIONS } from './collections.ts';
import type { SourceFile } from './list-sources.ts';

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
