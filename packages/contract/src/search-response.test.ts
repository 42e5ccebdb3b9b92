import { describe, expect, it } from 'vitest';
import { ContractError } from './errors.ts';
import { POLICY_COPY } from './policy-copy.ts';
import { parseSearchResponse, searchResponseSchema, toSearchResponse } from './search-response.ts';
import type { LocatorHit } from './evidence-hit.ts';

const hit: LocatorHit = {
  fragmentId: 'letter:a#whole',
  entity: {
    id: 'letter:a',
    type: 'letter',
    title: 'A letter',
    attribution: [],
    url: 'https://x.example/',
    identifiers: [],
  },
  raw: 'private',
  locator: [{ scheme: 'whole', value: '' }],
  locatorLabel: 'whole record',
  exposure: 'locator',
  score: 0.6,
};
const outcome = { hits: [hit], matched: 1, excludedUndated: 2 };
const index = { builtAt: '2026-01-02', entityCount: 3, fragmentCount: 4 };

describe('toSearchResponse', () => {
  it('puts an outcome in the envelope, field by field, whatever else its arguments hold', () => {
    const noisy = { ...index, model: 'never', dimensions: 3 };
    expect(toSearchResponse({ q: 'a' }, { ...outcome, breakdown: 1 } as typeof outcome, noisy)).toEqual({
      contract: 'archive-search/1',
      query: 'a',
      hits: [hit],
      matched: 1,
      excludedUndated: 2,
      index,
      policy: POLICY_COPY,
    });
  });

  it('yields what the strict schema accepts', () => {
    expect(searchResponseSchema.safeParse(toSearchResponse({ q: 'a' }, outcome, index)).success).toBe(true);
  });
});

describe('parseSearchResponse', () => {
  it('drops keys it does not know, at every level, and keeps unknown schemes (decisions 3.1)', () => {
    const sent = {
      ...toSearchResponse({ q: 'a' }, outcome, index),
      later: 1,
      hits: [
        {
          ...hit,
          later: 1,
          locator: [{ scheme: 'folio', value: '4r', later: 1 }],
          entity: {
            ...hit.entity,
            later: 1,
            identifiers: [{ scheme: 'ark', value: 'x', later: 1 }],
          },
        },
      ],
    };
    expect(parseSearchResponse(sent).hits).toEqual([
      {
        ...hit,
        locator: [{ scheme: 'folio', value: '4r' }],
        entity: { ...hit.entity, identifiers: [{ scheme: 'ark', value: 'x' }] },
      },
    ]);
  });

  it('prints no key that a server made up: not in its message, nor in its issues', () => {
    const scored = { ...hit, raw: 'public', exposure: 'text', text: 'a' };
    const hits = [{ ...scored, breakdown: { 'a sentence \u001B[31m': 'x' } }];
    const sent = { ...toSearchResponse({ q: 'a' }, outcome, index), hits };
    const field = 'hits.0.breakdown.(unprintable key)';
    expect(() => parseSearchResponse(sent)).toThrow(
      expect.objectContaining({
        message: `the search response does not fit archive-search/1: ${field}`,
        issues: [expect.objectContaining({ field })],
      }),
    );
  });

  it('names the field of a response that does not fit', () => {
    expect(() => parseSearchResponse({ contract: 'archive-search/2' })).toThrow(ContractError);
    expect(() =>
      parseSearchResponse({
        ...toSearchResponse({ q: 'a' }, outcome, index),
        matched: -1,
      }),
    ).toThrow(/matched/);
  });
});
