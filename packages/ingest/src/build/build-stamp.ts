/**
 * Tells cheaply whether the published index is still that of the folder, so that a second start builds nothing.
 *
 * The stamp is written last, after a publish, and holds what the build depended on: every file by path, size and time
 * of change, the config, the address, the version of the readers, and the moment the next embargo ends.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCurrent } from '@archive/index';
import type { FileTrace } from './archive-reading.ts';

/** Raised by one whenever reading or resolving changes, so that archives are built again. */
const READERS_VERSION = 1;
const STAMP_FILE = 'build-stamp.json';

/** What a build depended on. */
export interface StampInput {
  traces: readonly FileTrace[];
  origin: string;
  model: string;
  /** Of config or calibration; undefined leaves it to the embedder. */
  floor?: number | undefined;
}

interface Stamp {
  digest: string;
  /** The generation it speaks of. */
  seq: number;
  /** Milliseconds since 1970 after which an embargo has ended; absent when none is running. */
  validUntil?: number;
}

/** Writes the stamp of a publish. */
export async function writeBuildStamp(
  out: string,
  input: StampInput,
  { seq, validUntil }: { seq: number; validUntil?: number | undefined },
): Promise<void> {
  const stamp: Stamp = { digest: digestOf(input), seq, ...(validUntil === undefined ? {} : { validUntil }) };
  await writeFile(path.join(out, STAMP_FILE), `${JSON.stringify(stamp)}\n`, { mode: 0o600 });
}

/** Says whether the generation in force is the one these inputs were built into. Anything unreadable means no. */
export async function isStampCurrent(out: string, input: StampInput, now: Date): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(path.join(out, STAMP_FILE), 'utf8')) as Partial<Stamp>;
    const current = await readCurrent(out);
    return (
      current !== undefined &&
      current.seq === stamp.seq &&
      stamp.digest === digestOf(input) &&
      (stamp.validUntil === undefined || now.getTime() < stamp.validUntil)
    );
  } catch {
    return false; // No stamp, a broken one, or no generation: build.
  }
}

function digestOf({ traces, origin, model, floor }: StampInput): string {
  const settings = [READERS_VERSION, origin, model, ...(floor === undefined ? [] : [floor])];
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const { path: file, size, mtimeMs } of traces) hash.update(JSON.stringify([file, size, mtimeMs]));
  return hash.digest('hex');
}
