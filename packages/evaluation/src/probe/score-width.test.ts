import { expect, test } from 'vitest';
import { prepareQueryTools } from '../attack/query-tools.ts';
import { createRandom } from '../attack/seeded-random.ts';
import { makeDictionary } from '../attack/word-dictionary.ts';
import { scoreOracle } from './score-oracle.ts';
import { scoreWidth } from './score-width.ts';
import { toyArchive, toyModel, type ToyRules } from './toy-archive.fixture.ts';

const { model, words } = toyModel(400);
const random = createRandom(8);
const reading = { read: [Array.from({ length: 4_000 }, () => random.pick(words))], vocabulary: words };
const tools = await prepareQueryTools(reading, model, makeDictionary(reading, model), random, 300);
const said = random.sample(words, 20);
const question = said.slice(0, 4).join(' ');

async function widths(rules: ToyRules, silentAfter = Infinity) {
  const { open, targets } = await toyArchive(model, [{ id: 'n1', text: said.join(' ') }], rules);
  const [target] = targets;
  const [vector = new Float32Array()] = await model.embedder.embed([question]);
  const found = await scoreWidth(
    { ...tools, silentAfter },
    question,
    scoreOracle(open(), { fragmentId: 'n1', filters: {} }),
    [1, 16, 64, 256],
    createRandom(2),
  );
  return { found, truth: target?.exactScore(vector) ?? 0 };
}

test('one answer leaves a step of 0.05, 256 answers a tenth of it, and the truth lies inside', async () => {
  const { found, truth } = await widths({});
  const [one, , , last] = found;
  expect(one?.width).toBeCloseTo(0.05, 3);
  expect(last?.width).toBeLessThan(0.005);
  for (const { width, estimate } of found) expect(Math.abs(estimate - truth)).toBeLessThan(1.2 * width);
});

test('where measuring ends after 24 questions, being found or not narrows little more', async () => {
  const [open, closed] = [await widths({}), await widths({ measurements: 24 }, 24)];
  expect(closed.found.map(({ asked }) => asked)).toEqual([1, 16, 64, 256]);
  expect(closed.found[3]?.width).toBeGreaterThan(2 * (open.found[3]?.width ?? 0));
});
