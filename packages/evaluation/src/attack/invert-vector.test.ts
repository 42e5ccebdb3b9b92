import { expect, test } from 'vitest';
import { checkedAttack } from './checked-attack.ts';
import { invertVector, STRATEGIES } from './invert-vector.ts';
import { prepareLinearAttack } from './linear-attack.ts';
import { tableModel } from './readable-model.ts';
import { createRandom } from './seeded-random.ts';
import { observeFloats, observeInt8, observeSigns } from './observations.ts';

test('every attack reads all words off a model whose rows are at right angles', async () => {
  for (let seed = 1; seed <= 5; seed++) expect(await checkedAttack(createRandom(seed))).toBe(1);
});

const random = createRandom(7);
const DIMENSIONS = 128;
const words = Array.from({ length: 2_000 }, (_, at) => `word${at}`);
const rows = words.map(() =>
  Float64Array.from({ length: DIMENSIONS }, () => random.next() + random.next() - 1),
);
const model = tableModel(new Map(words.map((word, at) => [word, rows[at] as Float64Array])), DIMENSIONS);
const dictionary = {
  words,
  placeOf: new Map(words.map((word, at) => [word, at])),
  content: words.map(() => true),
  rate: new Float64Array(words.length).fill(1 / words.length),
  rows,
  dimensions: DIMENSIONS,
};

async function found(
  said: readonly string[],
  observe: (vector: Float32Array) => ReturnType<typeof observeFloats>,
): Promise<number> {
  const [vector = new Float32Array()] = await model.embedder.embed([said.join(' ')]);
  const attacker = { model, dictionary, linear: prepareLinearAttack(dictionary, said.length) };
  return Math.max(
    ...STRATEGIES.map((strategy) => {
      const { ranked } = invertVector(attacker, observe(vector), strategy);
      return (
        ranked.slice(0, said.length).filter((at) => said.includes(words[at] as string)).length / said.length
      );
    }),
  );
}

test('few words among many are read off a vector and its int8 form; signs hold less, many words cannot be read', async () => {
  const few = random.sample(words, 10);
  expect(await found(few, observeFloats)).toBe(1);
  expect(await found(few, observeInt8)).toBe(1);
  const signs = await found(few, observeSigns);
  expect(signs).toBeGreaterThan(0.3);
  expect(signs).toBeLessThanOrEqual(1);
  expect(await found(random.sample(words, 200), observeFloats)).toBeLessThan(0.6);
});
