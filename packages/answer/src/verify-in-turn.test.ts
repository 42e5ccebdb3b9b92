import type { FragmentFace } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { verifyAnswer } from './verify-answer.ts';
import { verifyInTurn } from './verify-in-turn.ts';

const url = 'https://shelf.example/e/essay:bells';
const BELL = {
  fragmentId: 'essay:bells#s1',
  entity: { id: 'essay:bells', type: 'essay', title: 'Bells', url, attribution: [], themes: [] },
  exposure: 'text',
  raw: 'public',
  text: 'The harbour bell rings in the fog.',
} as unknown as FragmentFace;
const citations = [{ fragmentId: BELL.fragmentId, url }];
const SENTENCES = [
  { text: 'The harbour bell rings in the fog.', citations },
  { text: 'It rings 17 times.', citations },
  { text: 'Nobody “rings twice” at noon.', citations },
  { text: 'See www.evil.example for more.', citations: [] },
];

describe('verifyInTurn', () => {
  it('reports as the check of all sentences at once does', async () => {
    expect(await verifyInTurn('When?', SENTENCES, [BELL])).toEqual(verifyAnswer('When?', SENTENCES, [BELL]));
    expect(await verifyInTurn('When?', [], [BELL])).toEqual(verifyAnswer('When?', [], [BELL]));
  });

  it('gives way after each sentence, and ends there when nobody waits any more', async () => {
    const leaves = new AbortController();
    let turns = 0;
    const giveWay = async (): Promise<void> => {
      turns += 1;
      if (turns === 2) leaves.abort(new Error('gone'));
    };
    const { signal } = leaves;
    await expect(verifyInTurn('When?', SENTENCES, [BELL], { giveWay, signal })).rejects.toThrow('gone');
    expect(turns).toBe(2);
  });
});
