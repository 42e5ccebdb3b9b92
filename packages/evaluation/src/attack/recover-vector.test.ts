import { expect, test } from 'vitest';
import { toyArchive, toyModel, type ToyRules } from '../probe/toy-archive.fixture.ts';
import { scoreOracle } from '../probe/score-oracle.ts';
import { cosine, observeSigns } from './observations.ts';
import { prepareQueryTools } from './query-tools.ts';
import { recoverVector } from './recover-vector.ts';
import { createRandom } from './seeded-random.ts';
import { makeDictionary } from './word-dictionary.ts';

const { model, words } = toyModel(400);
const random = createRandom(3);
const reading = { read: [Array.from({ length: 4_000 }, () => random.pick(words))], vocabulary: words };
const tools = await prepareQueryTools(reading, model, makeDictionary(reading, model), random, 300);
const text = random.sample(words, 12).join(' ');

async function estimates(
  rules: ToyRules,
  checkpoints: readonly number[],
  silentAfter = Infinity,
  absentAfter = Infinity,
) {
  const { open, targets } = await toyArchive(model, [{ id: 'n1', text }], rules);
  const [target] = targets;
  if (target === undefined) throw new Error('there is a target');
  const found = await recoverVector(
    { ...tools, silentAfter, absentAfter },
    scoreOracle(open(), target),
    checkpoints,
    createRandom(5),
  );
  return { found, stored: target.vector };
}

test('rounded scores of an exact vector give the vector back, more of them more of it', async () => {
  const { found, stored } = await estimates({}, [40, 1_500]);
  expect(found.map(({ asked }) => asked)).toEqual([40, 1_500]);
  const [early = 0, late = 0] = found.map(({ vector }) => cosine(vector, stored));
  expect(late).toBeGreaterThan(0.99);
  expect(early).toBeLessThan(late);
});

test('scores of sign bits give the bits back and nothing beyond them', async () => {
  const { found, stored } = await estimates({ keptAs: 'bits' }, [1_500]);
  const [last] = found;
  const { signs = new Int8Array() } = observeSigns(stored);
  const agreeing = [...signs].filter((sign, at) => Math.sign(last?.vector[at] ?? 0) === sign).length;
  expect(agreeing / signs.length).toBeGreaterThan(0.97);
  expect(cosine(last?.vector ?? [], stored)).toBeLessThan(0.9);
});

test('fixing the score at the floor after 24 measurements does not hide the vector while being found still tells', async () => {
  const { found, stored } = await estimates({ measurements: 24 }, [24, 1_500], 24);
  const [early = 0, late = 0] = found.map(({ vector }) => cosine(vector, stored));
  expect(early).toBeLessThan(0.75);
  expect(late).toBeGreaterThan(0.9);
});

test('a fragment that is in no answer after 48 gives no more of its vector away, however many questions follow', async () => {
  const { found, stored } = await estimates({ measurements: 24, finds: 48 }, [150, 1_500], 24, 48);
  const [early = 0, late = 0] = found.map(({ vector }) => cosine(vector, stored));
  expect(Math.abs(late - early)).toBeLessThan(0.005);
  const [free] = (await estimates({ measurements: 24 }, [1_500], 24)).found;
  expect(late).toBeLessThan(cosine(free?.vector ?? [], stored) - 0.02);
});

test('an attack ends where the budget does, and later looks give what was known then', async () => {
  const { found } = await estimates({ questions: 50 }, [40, 200, 1_000]);
  expect(found.map(({ asked }) => asked)).toEqual([40, 50, 50]);
});
