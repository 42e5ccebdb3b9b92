import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as currentGeneration from './current-generation.ts';
import type { Current } from './current-generation.ts';
import { publishGeneration } from './publish-generation.ts';
import type { readServedIndex as ReadServedIndex } from './read-served-index.ts';
import { sampleIndex } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

/** What the next reads of the pointer see before they see the file; set by a test. */
const stale: Current[] = [];
vi.mock('./current-generation.ts', async (importOriginal) => {
  const original = await importOriginal<typeof currentGeneration>();
  return {
    ...original,
    readCurrent: async (outDir: string) => stale.shift() ?? original.readCurrent(outDir),
  };
});

let out: string;
let readServedIndex: typeof ReadServedIndex;
beforeAll(async () => {
  // Test files share their modules, so the one that is replaced must be asked for anew.
  vi.resetModules();
  ({ readServedIndex } = await import('./read-served-index.ts'));
  out = join(await mkdtemp(join(tmpdir(), 'read-served-')), '.archive');
  const privateIndex = sampleIndex();
  for (let seq = 1; seq <= 4; seq++)
    await publishGeneration(out, { privateIndex, servedIndex: toServedIndex(privateIndex) });
});
afterAll(async () => {
  await rm(join(out, '..'), { recursive: true, force: true });
});

const pruned: Current = {
  seq: 1,
  servedSha256: 'a'.repeat(64),
  privateSha256: 'b'.repeat(64),
  builtAt: '2024-03-05',
};

describe('readServedIndex', () => {
  it('follows the pointer once more when the generation was pruned while it was being opened', async () => {
    stale.push(pruned);
    expect((await readServedIndex(out)).seq).toBe(4);
  });

  it('does so once, and not while the pointer stands still', async () => {
    stale.push(pruned, { ...pruned, seq: 5 });
    await expect(readServedIndex(out)).rejects.toThrow('does not exist');
    stale.push(pruned, pruned);
    await expect(readServedIndex(out)).rejects.toThrow('does not exist');
    expect(stale).toEqual([]);
  });
});
