/**
 * An archive in a folder of its own, for tests: files are given by path, and gone when the test is over.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ArchiveReading, WorkReading } from '../build/archive-reading.ts';
import { loadArchiveConfig } from '../config/load-archive-config.ts';
import { readArchive } from './read-archive.ts';

/** Writes files into a new folder. */
export async function archiveFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'archive-ingest-')));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

/** The clock of the tests. */
export const NOW = new Date('2025-06-15T12:00:00Z');

/** A reading with the texts of its quarantined files, each once. */
export interface ReadFolder extends ArchiveReading {
  quarantinedTexts: string[];
}

/** Reads a folder as an archive. */
export async function readFolder(folder: string, now: Date = NOW): Promise<ReadFolder> {
  const config = await loadArchiveConfig(folder);
  const texts = new Set<string>();
  const reading = await readArchive({
    folder,
    out: path.join(folder, '.archive'),
    config,
    now,
    origin: 'http://localhost:8787',
    onQuarantinedText: (text) => texts.add(text),
  });
  return { ...reading, quarantinedTexts: [...texts] };
}

/** Reads files as an archive. */
export async function readFiles(files: Readonly<Record<string, string | Uint8Array>>): Promise<ReadFolder> {
  return await readFolder(await archiveFolder(files));
}

/** Reads files that must make exactly one work. */
export async function readOne(files: Readonly<Record<string, string | Uint8Array>>): Promise<WorkReading> {
  const { works, quarantined } = await readFiles(files);
  const [work] = works;
  if (work === undefined || works.length > 1 || quarantined.length > 0) {
    throw new Error(`expected one work, found ${works.length}; quarantined: ${JSON.stringify(quarantined)}`);
  }
  return work;
}

/** What a reading released: id of each work with raw and exposure. */
export function disclosures({ works }: ArchiveReading): Record<string, string> {
  return Object.fromEntries(
    works.map(({ entity }) => [entity.id, `${entity.disclosure.raw} ${entity.disclosure.exposure}`]),
  );
}
