import { createTestEmbedder } from '@archive/embed/testing';
import { expect, test } from 'vitest';
import { recoverVector } from './query-attack.ts';
import { createRandom } from './seeded-random.ts';
import { serveOneFragment } from './served-score.ts';
import { cosine, observeSigns } from './vector-observations.ts';

const SIZE = 48;
const embedder = createTestEmbedder({ dimensions: SIZE });
const random = createRandom(3);
const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
const tools = {
  embedder,
  mean: new Float64Array(SIZE),
  covariance: Float64Array.from({ length: SIZE * SIZE }, (_, at) => (at % (SIZE + 1) === 0 ? 1 / SIZE : 0)),
  draw: (count: number) => random.sample(words, count).join(' '),
  words,
  vectors: await embedder.embed(words),
  floor: 0.2,
  cap: 1,
};
const [secret = new Float32Array()] = await embedder.embed([random.sample(words, 12).join(' ')]);

test('rounded scores of an exact vector give the vector back, more of them more of it', async () => {
  const [few, many] = await recoverVector(
    tools,
    serveOneFragment(secret, embedder, 'exact'),
    [40, 1_500],
    random,
  );
  expect([few?.asked, many?.asked]).toEqual([40, 1_500]);
  const [early, late] = [cosine(few?.vector ?? [], secret), cosine(many?.vector ?? [], secret)];
  expect(late).toBeGreaterThan(0.99);
  expect(early).toBeLessThan(late);
});

test('scores of sign bits give the bits back and nothing beyond them', async () => {
  const [many] = await recoverVector(tools, serveOneFragment(secret, embedder, 'bits'), [1_500], random);
  const { signs = new Int8Array() } = observeSigns(secret);
  const agreeing = [...signs].filter((sign, at) => Math.sign(many?.vector[at] ?? 0) === sign).length;
  expect(agreeing / SIZE).toBeGreaterThan(0.97);
  expect(cosine(many?.vector ?? [], secret)).toBeLessThan(0.9);
});
