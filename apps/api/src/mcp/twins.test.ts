import type { EvidenceHit } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatHit, flatSearch, type FlatSearch } from './flat-record.ts';
import { hostileHit, UNSEEN } from './hostile.fixture.ts';
import { activeNodes } from './markdown-tree.fixture.ts';
import { leavesOf, readTwin, sayable } from './read-twin.fixture.ts';
import { searchAnswer } from './search-tool.ts';
import { textTwin } from './text-twin.ts';

const response = (hits: EvidenceHit[]): FlatSearch =>
  flatSearch({
    contract: 'archive-search/1',
    query: 'never repeated',
    hits,
    matched: hits.length,
    excludedUndated: 0,
    index: { builtAt: '2026-01-02', entityCount: 3, fragmentCount: 4 },
    policy: { exposure: { text: '', semantic: '', locator: '' }, note: '' },
  });

describe('the two twins of an answer', () => {
  it('say the same: what is read out of the text is the structured answer, leaf by leaf', () => {
    fc.assert(
      fc.property(fc.array(hostileHit, { maxLength: 3 }), (hits) => {
        const { structuredContent, text } = searchAnswer(response(hits));
        const { facts, served } = readTwin(text);
        const { hits: records, ...rest } = structuredContent as FlatSearch;
        expect(facts).toEqual(sayable(rest));
        expect(served.map(({ record }) => record)).toEqual(records.map(sayable));
        for (const leaf of leavesOf(structuredContent)) expect(text).toContain(leaf);
      }),
      { numRuns: 100 },
    );
  });

  it('hold nothing that acts, anywhere', () => {
    fc.assert(
      fc.property(fc.array(hostileHit, { minLength: 1, maxLength: 3 }), (hits) => {
        const { structuredContent, text } = searchAnswer(response(hits));
        for (const said of [...leavesOf(structuredContent), text]) {
          expect(said).not.toMatch(UNSEEN);
          // Nothing but an address that stands for itself.
          for (const node of activeNodes(said)) expect(node).toMatch(/^link https?:/);
        }
        // An address stands alone, under its own name, and has no room for anything beside it.
        for (const line of text.split('\n').filter((each) => each.includes('://')))
          expect(line).toMatch(
            /^(?:url|parent|entityId|fragmentId|.*identifiers \d+): [^\s<>[\]()"'`\\]*(?: [^\n]*)?$/,
          );
      }),
      { numRuns: 100 },
    );
  });

  it('repeat nothing of the question', () => {
    expect(JSON.stringify(searchAnswer(response([])))).not.toContain('never repeated');
  });
});

describe('textTwin', () => {
  const parts = {
    heading: 'One.',
    facts: {},
    served: [{ name: 'hits 1', record: { text: 'x (end 0a) y' } }],
  };

  it('takes another mark when what is served holds the first', () => {
    const marks = ['0a', '0b'];
    expect(
      textTwin(parts, () => marks.shift() ?? '')
        .split('\n')
        .slice(-5),
    ).toEqual(['hits 1', '(begin 0b)', 'text:', 'x (end 0a) y', '(end 0b)']);
  });

  it('draws a new mark for each answer', () => {
    const marks = Array.from({ length: 50 }, () => /\(begin (\w+)\)/.exec(textTwin(parts))?.[1]);
    expect(new Set(marks).size).toBe(50);
  });
});

describe('flatHit', () => {
  it('has text only where the exposure is text, and a gist only where it is semantic (invariant 1)', () => {
    fc.assert(
      fc.property(hostileHit, (hit) => {
        const { text, summary, gist, gistSource, gistReview, scoreParts } = flatHit(hit);
        expect([text !== null, gist !== null]).toEqual([
          hit.exposure === 'text',
          hit.exposure === 'semantic',
        ]);
        if (hit.exposure !== 'text') expect([summary, scoreParts]).toEqual([null, []]);
        if (hit.exposure !== 'semantic') expect([gistSource, gistReview]).toEqual([null, null]);
      }),
      { numRuns: 100 },
    );
  });

  it('makes no address of the two halves of an identifier', () => {
    const [hit] = fc.sample(hostileHit, 1) as [EvidenceHit];
    const identifiers = [
      { scheme: 'https', value: '//e.example/?q=secret' },
      { scheme: 'xmpp', value: 'me' },
    ];
    expect(flatHit({ ...hit, entity: { ...hit.entity, identifiers } }).identifiers).toEqual([
      'https: //e.example/?q=secret',
      'xmpp: me',
    ]);
  });

  it('takes nothing from a hit that its exposure does not allow', () => {
    const leaky = {
      fragmentId: 'a#b',
      entity: {
        id: 'a',
        type: 't',
        title: 'T',
        attribution: [],
        url: 'https://x.example/',
        identifiers: [],
        themes: ['canary'],
      },
      raw: 'private',
      locator: [{ scheme: 'whole', value: '' }],
      locatorLabel: 'whole record',
      exposure: 'locator',
      score: 0.5,
      text: 'canary',
      gist: 'canary',
      breakdown: { canary: 1 },
    } as unknown as EvidenceHit;
    expect(JSON.stringify(searchAnswer(response([leaky])))).not.toContain('canary');
  });
});
