/**
 * Folders built for real, in this process: what a build publishes, byte by byte.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { type BuildReport, buildArchive } from '@archive/ingest';
import { type FolderFiles, listFiles, writeFolder } from '@archive/process';

/** The day every build of these tests happens on, so that dates in the index do not tell builds apart. */
const BUILD_DAY = new Date('2024-05-01T12:00:00Z');

/** Settings of {@link buildFolder}. */
export interface BuildSettings {
  readonly out?: string;
  readonly embedder?: Embedder;
  readonly apply?: string;
}

/** Builds a folder; throws what the build throws. */
export function buildFolder(
  folder: string,
  { out = join(folder, '.archive'), embedder = createNgramEmbedder(), apply }: BuildSettings = {},
): Promise<BuildReport> {
  return buildArchive({ folder, out, embedder, now: BUILD_DAY, ...(apply === undefined ? {} : { apply }) });
}

/** Writes files and builds them; the output folder. */
export async function buildFiles(
  folder: string,
  files: FolderFiles,
  settings: BuildSettings = {},
): Promise<string> {
  writeFolder(folder, files);
  const report = await buildFolder(folder, settings);
  if (report.status !== 'published') throw new Error(`the build ended as ${report.status}`);
  return settings.out ?? join(folder, '.archive');
}

/** The files a server may open, of the newest generation, as one text a file; not the record, which has a key of its folder. */
export function servedBytes(out: string): Record<string, string> {
  const { seq } = JSON.parse(readFileSync(join(out, 'current.json'), 'utf8')) as { seq: number };
  const folder = join(out, 'generations', String(seq), 'served');
  return Object.fromEntries(
    listFiles(folder)
      .filter((path) => path !== 'validated')
      .map((path) => [path, readFileSync(join(folder, path)).toString('latin1')]),
  );
}
