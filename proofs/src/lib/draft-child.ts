/**
 * The process that is killed: drafts one round into a file, and says after each fragment how many are finished.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createOpenAiDrafter, draftIntoFile } from '@archive/drafter';
import { type RoundSize, worksOfRound } from './drafted-works.ts';

/** What the child is told. */
export interface DraftTask {
  readonly url: string;
  readonly file: string;
  readonly out: string;
  readonly round: number;
  readonly seed: number;
  readonly size: RoundSize;
}

/** The first argument of a process that is the child. */
export const AS_CHILD = '--as-child';

/** Starts this very program as the child. */
export function spawnDraftChild(task: DraftTask): ChildProcess {
  const [, script = ''] = process.argv;
  return spawn(process.execPath, [...process.execArgv, script, AS_CHILD, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What the child does. */
export async function draftAsChild({ url, file, out, round, seed, size }: DraftTask): Promise<void> {
  await draftIntoFile({
    works: worksOfRound(round, seed, size),
    file,
    out,
    drafter: createOpenAiDrafter({ model: 'fake', baseUrl: url, firstWaitMs: 20 }),
    now: () => new Date().toISOString(),
    // One write call, unbuffered: what stands in the pipe was said before the kill.
    onProgress: ({ done, waitMs }) => {
      if (waitMs === undefined) writeSync(1, `${done}\n`);
    },
  });
}
