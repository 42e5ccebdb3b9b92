import { emptyProjections } from '@archive/index';
import { describe, expect, it } from 'vitest';
import { draftProjections } from './draft-projections.ts';
import { estimateDrafts } from './estimate-drafts.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { sampleWork, words } from './sample-works.fixture.ts';
import { createScriptedDrafter } from './testing/scripted-drafter.ts';

const drafter = createScriptedDrafter();
const work = sampleWork('book:keys', [words('amber', 200), words('basalt', 200), words('chalk', 200)], {
  fragments: [{}, { exposure: 'locator' }],
});

describe('estimateDrafts', () => {
  it('counts what a run would send, and asks nothing', () => {
    const estimate = estimateDrafts({ works: [work], projections: emptyProjections(), drafter });
    expect(estimate).toMatchObject({
      requests: 2,
      works: 1,
      requestsAtMost: 4,
      cost: undefined,
      fragmentIds: ['book:keys#ch1', 'book:keys#ch3'],
    });
    const passages = estimateTokens(words('amber', 200)) + estimateTokens(words('chalk', 200));
    expect(estimate.inputTokens).toBeGreaterThan(passages + 2 * 300);
    expect(estimate.inputTokens).toBeLessThan(passages + 2 * 700);
    expect(estimate.outputTokens).toBe(2 * 108);
    expect(drafter.requests).toEqual([]);
  });

  it('has a cost only with prices, which are for a million tokens', () => {
    const pricePerMillion = { input: 2, output: 8 };
    const { inputTokens, outputTokens, cost } = estimateDrafts({
      works: [work],
      projections: emptyProjections(),
      drafter,
      pricePerMillion,
    });
    expect(cost).toBeCloseTo((inputTokens * 2 + outputTokens * 8) / 1e6, 12);
  });

  it('names exactly the fragments that the run then sends', async () => {
    const half = await draftProjections({
      works: [work],
      projections: emptyProjections(),
      drafter: createScriptedDrafter(),
      now: () => '2026-03-04T05:06:07Z',
      save: async () => undefined,
      only: new Set(['book:keys#ch3']),
    });
    const { fragmentIds, stats } = estimateDrafts({ works: [work], projections: half.projections, drafter });
    expect([fragmentIds, stats.skipped]).toEqual([['book:keys#ch1'], 1]);
    const next = createScriptedDrafter();
    await draftProjections({
      works: [work],
      projections: half.projections,
      drafter: next,
      now: () => '2026-03-04T05:06:07Z',
      save: async () => undefined,
    });
    expect(next.requests.map(({ fragmentId }) => fragmentId)).toEqual(fragmentIds);
  });

  it('reckons with dense scripts', () => {
    const japanese = sampleWork('book:kokoro', ['先生の遺書を読む。'.repeat(50)]);
    expect(
      estimateDrafts({ works: [japanese], projections: emptyProjections(), drafter }).outputTokens,
    ).toBeGreaterThan(350);
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['ждать', 3],
    ['海の潮', 3],
    ['ฉันชอบ', 6],
    ['👍', 1],
  ])('of %j is %i', (text, tokens) => expect(estimateTokens(text)).toBe(tokens));
});
