/**
 * Folders for tests: made from a table of files, listed in a fixed order, removed at the end.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

/** Content by path inside a folder, `/` between segments. */
export type FolderFiles = Readonly<Record<string, string | Uint8Array>>;

/** Writes files into a folder in the order given, folders made as needed; returns the folder. */
export function writeFolder(folder: string, files: FolderFiles): string {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return folder;
}

/** Makes an empty folder under the system's temporary directory, and a way to remove it; gone at the latest when the process exits. */
export function temporaryFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  if (left.size === 0) process.once('exit', () => left.forEach(removeFolder));
  left.add(path);
  return { path, remove: () => removeFolder(path) };
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  left.delete(path);
}

/** Folders that are still there. */
const left = new Set<string>();

/** Every file under a folder as a `/` path relative to it, in code unit order; an absent folder has none. */
export function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
