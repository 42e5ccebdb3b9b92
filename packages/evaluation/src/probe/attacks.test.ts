/**
 * Every attack against toys where the answer is known: alive where nothing protects, blind where there is nothing to see.
 */
import { type EvidenceHit, type LintedGist, type Search, toSearchResponse } from '@archive/contract';
import { expect, test } from 'vitest';
import { prepareQueryTools } from '../attack/query-tools.ts';
import { createRandom } from '../attack/seeded-random.ts';
import { makeDictionary } from '../attack/word-dictionary.ts';
import { areaUnderCurve } from './area-under-curve.ts';
import { compareArchives } from './compare-archives.ts';
import { confirmSentences } from './confirm-sentence.ts';
import { enumerateArchive } from './enumerate-archive.ts';
import { rankSecret } from './rank-secret.ts';
import { recoverWords } from './recover-words.ts';
import { scoreOracle } from './score-oracle.ts';
import { tellMembership } from './tell-membership.ts';
import { toyArchive, toyModel, type ToyRules } from './toy-archive.fixture.ts';

const { model, words } = toyModel(400, 96);
const random = createRandom(17);
const reading = { read: [Array.from({ length: 4_000 }, () => random.pick(words))], vocabulary: words };
const dictionary = makeDictionary(reading, model);
const tools = await prepareQueryTools(reading, model, dictionary, random, 300);
const text = random.sample(words, 8).join(' ');
const OPEN: ToyRules = { step: 0 };

async function toyOf(rules: ToyRules) {
  const { open, targets } = await toyArchive(model, [{ id: 'n1', text }], rules);
  const [target] = targets;
  if (target === undefined) throw new Error('there is a target');
  return { target, open, oracle: () => scoreOracle(open(), target) };
}

test('words of an exactly scored fragment are read off its scores, and none are found where nothing is ever answered', async () => {
  const prepared = { reading, model, dictionary, tools };
  const { target, oracle } = await toyOf(OPEN);
  const [few, many] = await recoverWords(prepared, [target], 8, oracle, [20, 1_500], createRandom(1));
  expect(many?.found).toBeGreaterThan(0.9);
  expect(many?.cosine).toBeGreaterThan(0.99);
  expect(many?.above).toBeGreaterThan(few?.above ?? 1);
  const [shut] = await recoverWords(
    prepared,
    [target],
    12,
    () => async () => 'refused',
    [500],
    createRandom(1),
  );
  expect(shut?.above).toBeLessThan(0.15);
});

test('a word of a fragment is found first among candidates by exact scores, and ranks by chance without answers', async () => {
  const { target, oracle } = await toyOf(OPEN);
  const value = text.split(' ')[5] as string;
  const others = words.filter((word) => !text.includes(word)).slice(0, 30);
  const secret = { kind: 'word' as const, target, value, candidates: [...others, value] };
  expect(await rankSecret(tools, secret, oracle(), createRandom(2))).toEqual({
    rank: 1,
    candidates: 31,
    asked: expect.any(Number),
  });
  const shut = await rankSecret(tools, secret, async () => 'refused', createRandom(2));
  expect(shut.rank).toBe(16);
});

test('the true sentence is told from near variants by exact scores, and by chance where all score at the floor', async () => {
  const exact = await toyOf(OPEN);
  expect(await confirmSentences(tools, [exact.target], exact.oracle, createRandom(3))).toBeGreaterThan(0.9);
  const shut = await toyOf({ measurements: 0 });
  expect(await confirmSentences(tools, [shut.target], shut.oracle, createRandom(3))).toBe(0.5);
});

test('a work is told to be there by the scores of its passages, unless it is not served', async () => {
  const others = Array.from({ length: 6 }, (_, at) => ({
    id: `n${at + 2}`,
    text: random.sample(words, 12).join(' '),
  }));
  const work = { id: 'n1', text };
  const full = await toyArchive(model, [work, ...others]);
  const without = await toyArchive(model, others);
  const silent = await toyArchive(model, [{ ...work, exposure: 'none' }, ...others]);
  const passages = [text];
  expect(await tellMembership([{ passages, present: full.open, absent: without.open }])).toBe(1);
  expect(await tellMembership([{ passages, present: silent.open, absent: without.open }])).toBe(0.5);
});

test('a fragment exposed as none leaves every answer as it was; one that is served does not', async () => {
  const others = Array.from({ length: 4 }, (_, at) => ({
    id: `n${at + 2}`,
    text: random.sample(words, 12).join(' '),
  }));
  const questions = [text, ...Array.from({ length: 50 }, () => tools.draw(6))];
  const without = await toyArchive(model, others);
  const silent = await toyArchive(model, [{ id: 'n1', text, exposure: 'none' }, ...others]);
  const served = await toyArchive(model, [{ id: 'n1', text }, ...others]);
  expect(await compareArchives(silent.open(), without.open(), questions)).toBe(0);
  expect(await compareArchives(served.open(), without.open(), questions)).toBeGreaterThan(0);
});

test('enumeration counts what was seen, and no more once the budget is spent', async () => {
  const fragments = Array.from({ length: 10 }, (_, at) => ({
    id: `n${at}`,
    text: random.sample(words, 12).join(' '),
  }));
  const all = { works: 10, gists: 0, places: 10 };
  const open = await toyArchive(model, fragments);
  const points = await enumerateArchive(tools, open.open(), all, [1, 200], createRandom(4));
  expect(points[1]).toEqual({ asked: 200, works: 1, gists: 0, places: 1 });
  expect(points[0]?.works).toBeLessThan(1);
  const shut = await toyArchive(model, fragments, { questions: 0 });
  expect(await enumerateArchive(tools, shut.open(), all, [10], createRandom(4))).toEqual([
    { asked: 10, works: 0, gists: 0, places: 0 },
  ]);
});

test('a gist that was narrowed to its place later is one place seen, not two', async () => {
  const entity = {
    id: 'n',
    type: 'n',
    title: 'N',
    attribution: [],
    url: 'https://n.example',
    identifiers: [],
  };
  const hit = (narrowed: boolean): EvidenceHit => ({
    fragmentId: 'n#1',
    entity,
    raw: 'private',
    locator: [{ scheme: 'page', value: '1' }],
    locatorLabel: 'p. 1',
    score: 0.5,
    ...(narrowed
      ? { exposure: 'locator' }
      : {
          exposure: 'semantic',
          gist: 'about it' as LintedGist,
          gistSource: 'edited',
          gistReview: 'reviewed',
        }),
  });
  let asked = 0;
  const search: Search = async (request) =>
    toSearchResponse(
      request,
      { hits: [hit(asked++ > 0)], matched: 1, excludedUndated: 0 },
      { builtAt: '2026-01-01', entityCount: 1, fragmentCount: 1 },
    );
  const all = { works: 1, gists: 1, places: 1 };
  expect(await enumerateArchive(tools, search, all, [1, 2], createRandom(4))).toEqual([
    { asked: 1, works: 1, gists: 1, places: 1 },
    { asked: 2, works: 1, gists: 1, places: 1 },
  ]);
});

test('the area under the curve counts pairs, ties half', () => {
  expect(areaUnderCurve([2, 1], [1, 0])).toBe(0.875);
  expect(areaUnderCurve([], [1])).toBe(0.5);
});
