import { containsPhrase } from '@archive/text';
import { expect, test } from 'vitest';
import { createRandom } from '../attack/seeded-random.ts';
import { CANARY_SORTS, inventSecret } from './invent-secret.ts';
import { RunSweep } from './run-sweep.ts';

test('holds each canary, in a sentence of enough runs that a sweep sees it without them', () => {
  const random = createRandom(3);
  for (let round = 0; round < 50; round++) {
    const { sentence, canaries } = inventSecret(random);
    for (const sort of CANARY_SORTS) expect(containsPhrase(sentence, canaries[sort])).toBe(true);
    const sweep = new RunSweep();
    sweep.addPrivate(sentence, 'note');
    expect(sweep.find(sentence).map(({ kind }) => kind)).toEqual(['words', 'cjk']);
    // A canary alone is shorter than any run.
    for (const sort of CANARY_SORTS) expect(sweep.find(canaries[sort])).toEqual([]);
  }
});

test('is another one each time, and the same one for the same beginning', () => {
  const random = createRandom(4);
  const secrets = Array.from({ length: 200 }, () => inventSecret(random).canaries);
  for (const sort of CANARY_SORTS)
    expect(new Set(secrets.map((each) => each[sort])).size).toBeGreaterThan(197);
  expect(inventSecret(createRandom(4)).canaries).toEqual(secrets[0]);
});
