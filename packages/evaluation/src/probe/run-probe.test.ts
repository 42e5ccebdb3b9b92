import { expect, test } from 'vitest';
import { createRandom } from '../attack/seeded-random.ts';
import { isGate } from './probe-row.ts';
import { type ProbeSetup, runProbe } from './run-probe.ts';
import { toyArchive, toyModel, type ToyRules } from './toy-archive.fixture.ts';

const { model, words } = toyModel(400);
const random = createRandom(23);
const reading = { read: [Array.from({ length: 4_000 }, () => random.pick(words))], vocabulary: words };
const SIZE = {
  lengths: [15, 100],
  fragments: 1,
  questions: [600],
  widths: [1, 16],
  secrets: 1,
  enumeration: [20],
  noneQuestions: 20,
  ownTexts: 200,
};

/** Two works of 12 and 100 words under one rule of the limits, and one that is exposed as none. */
async function setupOf(rules: ToyRules, gated = true): Promise<ProbeSetup> {
  const works = [
    { id: 'n1', text: createRandom(1).sample(words, 12).join(' ') },
    { id: 'n2', text: createRandom(2).sample(words, 100).join(' ') },
  ];
  const none = { id: 'n3', text: createRandom(3).sample(words, 30).join(' '), exposure: 'none' as const };
  const { open, targets } = await toyArchive(model, works, rules);
  const withNone = await toyArchive(model, [...works, none], rules);
  const one = await toyArchive(model, works.slice(1), rules);
  const [first] = targets;
  if (first === undefined) throw new Error('there is a target');
  return {
    arms: [{ name: 'toy', isGated: gated, open, openWithout: () => one.open() }],
    model,
    reading,
    targets,
    secrets: [
      {
        kind: 'word',
        target: first,
        value: first.text.split(' ')[0] as string,
        candidates: [first.text.split(' ')[0] as string, ...words.slice(0, 10)],
      },
    ],
    all: { works: 2, gists: 0, places: 2 },
    hidden: works.map(({ text }) => text),
    released: [],
    nonePair: { present: withNone.open(), absent: open(), text: none.text },
  };
}

const failed = async (setup: ProbeSetup): Promise<string[]> =>
  (await runProbe(setup, SIZE, createRandom(7))).filter(({ ok }) => !ok).map(({ name }) => name);

test('an exactly scored toy without limits is seen to be broken', async () => {
  expect(await failed(await setupOf({ step: 0 }))).toEqual([
    'answers that narrow a private score below 0.05',
    'toy/words above the prior, about 100 words, 600 questions',
  ]);
});

test('a toy that stops answering passes every gate, and every attack is in the table', async () => {
  const rows = await runProbe(await setupOf({ questions: 3 }), SIZE, createRandom(7));
  expect(rows.filter(({ ok }) => !ok)).toEqual([]);
  expect(rows.filter(isGate).map(({ name }) => name)).toEqual([
    'answers looked at',
    'verbatim recovery',
    'answers that narrow a private score below 0.05',
    'none and absent told apart by 20 questions',
    'toy/words above the prior, about 100 words, 600 questions',
  ]);
  expect(rows.filter((row) => !isGate(row)).map(({ name }) => name)).toEqual([
    'toy/words above the prior, about 15 words, 600 questions',
    'toy/cosine of recovered and stored vector, about 15 words, 600 questions',
    'toy/cosine of recovered and stored vector, about 100 words, 600 questions',
    'toy/width of one private score, 1 questions',
    'toy/error of one private score, 1 questions',
    'toy/width of one private score, 16 questions',
    'toy/error of one private score, 16 questions',
    'toy/a word found first',
    'toy/rank of a word',
    'toy/a sentence told from near variants',
    'toy/a work told to be there',
    'toy/private works seen, 20 questions',
    'toy/gists seen, 20 questions',
    'toy/places seen, 20 questions',
  ]);
});

test('a none fragment that is answered for is seen', async () => {
  const setup = await setupOf({});
  const leaking = await toyArchive(model, [{ id: 'n3', text: setup.nonePair.text }], {});
  const pair = { ...setup.nonePair, present: leaking.open() };
  expect(await failed({ ...setup, arms: [], nonePair: pair })).toEqual([
    'answers looked at',
    'none and absent told apart by 20 questions',
  ]);
});

test('the same seed gives the same rows', async () => {
  const run = async () => runProbe(await setupOf({}, false), SIZE, createRandom(9));
  expect(await run()).toEqual(await run());
});
