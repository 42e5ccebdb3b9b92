import { emptyProjections, type Projections, type StoredProjection } from '@archive/index';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, applyChanges, type DraftChange, entryDigest } from './draft-change.ts';

const id = 'book:keys#ch1';
const before: StoredProjection = {
  source: 'generated',
  review: 'unreviewed',
  contentHash: '0123456789abcdef',
  model: 'm',
  promptVersion: 'p',
  generatedAt: '2026-01-01T00:00:00Z',
  lint: 'passed',
  gist: 'Older words.',
};
const next: StoredProjection = { ...before, generatedAt: '2026-02-02T00:00:00Z', gist: 'Newer words.' };
const change: DraftChange = {
  fragmentId: id,
  basis: entryDigest(before),
  next,
  event: { fragmentId: id, action: 'redrafted' },
  fingerprint: 'AQIDBA==',
};

function holding(stored: StoredProjection | undefined): Projections {
  return stored === undefined ? emptyProjections() : { ...emptyProjections(), projections: { [id]: stored } };
}

describe('applyChange', () => {
  it('replaces the entry the change was made for', () => {
    expect(applyChange(holding(before), change)).toEqual({
      content: {
        projections: { [id]: next },
        overrides: {},
        fingerprints: { [id]: 'AQIDBA==' },
        history: [change.event],
      },
      applied: true,
    });
  });

  it.each<[string, StoredProjection]>([
    ['an edit', { ...before, source: 'edited', gist: 'My own.' }],
    ['a review', { ...before, review: 'reviewed' }],
    ['an acceptance', { ...before, contentHash: 'fedcba9876543210' }],
    ['another draft', { ...before, gist: 'Other words.' }],
    ['the draft of this very change, reviewed since', { ...next, review: 'reviewed' }],
  ])('leaves %s made meanwhile as it is', (_, present) => {
    const now = holding(present);
    const { content, applied } = applyChange(now, change);
    expect(applied).toBe(false);
    expect(content).toBe(now);
  });

  it('keeps a veto that was set or taken back meanwhile', () => {
    expect(applyChange(holding({ ...before, vetoed: true }), change).content.projections[id]).toEqual({
      ...next,
      vetoed: true,
    });
    const vetoedThen = { ...change, basis: entryDigest({ ...before, vetoed: true }) };
    expect(applyChange(holding(before), vetoedThen).content.projections[id]).toEqual(next);
  });

  it('fills a place that is empty, whatever was there before', () => {
    expect(applyChange(holding(undefined), change).content.projections[id]).toEqual(next);
    expect(applyChange(holding(undefined), { ...change, basis: null }).content.projections[id]).toEqual(next);
    expect(applyChange(holding(before), { ...change, basis: null }).applied).toBe(false);
  });

  it('applied again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ slot: fc.nat(3), basis: fc.option(fc.constant('x')), words: fc.string() })),
        (drawn) => {
          const changes = drawn.map(({ slot, basis, words }, at) => ({
            ...change,
            fragmentId: `book:keys#ch${slot}`,
            basis,
            next: { ...next, gist: `${words}${at}` } as StoredProjection,
          }));
          const once = applyChanges(emptyProjections(), changes);
          expect(applyChanges(once, changes)).toBe(once);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('entryDigest', () => {
  it('tells entries apart by everything but their veto and the order of their keys', () => {
    const variants: StoredProjection[] = [
      before,
      { ...before, source: 'edited' },
      { ...before, review: 'reviewed' },
      { ...before, stale: true },
      { ...before, contentHash: 'fedcba9876543210' },
      { ...before, model: 'n' },
      { ...before, promptVersion: 'q' },
      { ...before, generatedAt: '2027-01-01T00:00:00Z' },
      { ...before, gist: 'x' },
      { ...before, gist: undefined, lint: 'failed', draft: 'Older words.' } as unknown as StoredProjection,
    ];
    expect(new Set(variants.map(entryDigest)).size).toBe(variants.length);
    expect(entryDigest({ ...before, vetoed: true })).toBe(entryDigest(before));
    expect(entryDigest(Object.fromEntries(Object.entries(before).reverse()) as StoredProjection)).toBe(
      entryDigest(before),
    );
  });
});
