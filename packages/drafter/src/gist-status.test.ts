import { projectionContentHash, type StoredProjection } from '@archive/index';
import { createEntityMatcher } from '@archive/lint';
import { describe, expect, it } from 'vitest';
import { gistStatus } from './gist-status.ts';
import { sampleWork } from './sample-works.fixture.ts';

const { entity, fragments } = sampleWork('book:keys', [
  'The sexton had seven keys on his ring and told nobody which of them opened the vault below the old church by the river.',
]);
const input = fragments[0]!;
const matcher = createEntityMatcher(entity, fragments);
const drafter = { model: 'm', promptVersion: 'p' };
const stored = {
  source: 'generated',
  review: 'unreviewed',
  contentHash: projectionContentHash(input.text),
  ...drafter,
  lint: 'passed',
  gist: 'A man who looks after a building hides which of his tools matters; the passage is about silence.',
} as const satisfies StoredProjection;
const failed = { ...stored, lint: 'failed', draft: 'x', gist: undefined } as unknown as StoredProjection;
const coded = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRW';

describe('gistStatus', () => {
  it.each<[string, StoredProjection | undefined]>([
    ['none', undefined],
    ['current', stored],
    ['vetoed', { ...stored, vetoed: true, stale: true }],
    ['failed', failed],
    ['stale', { ...stored, contentHash: '0123456789abcdef' }],
    ['stale', { ...stored, source: 'edited', stale: true, review: 'reviewed' }],
    ['outdated', { ...stored, promptVersion: 'older', review: 'reviewed' }],
    ['outdated', { ...stored, model: 'other' }],
    ['edited', { ...stored, source: 'edited', model: 'other' }],
    ['reviewed', { ...stored, review: 'reviewed', gist: coded }],
    ['needs-review', { ...stored, gist: coded }],
  ])('says %s', (status, projection) => {
    expect(gistStatus(input, entity, projection, { drafter, matcher })).toBe(status);
  });

  it('says that a work requires review, and calls nothing outdated without a drafter', () => {
    expect(gistStatus(input, { policy: { requireReview: true } }, stored)).toBe('needs-review');
    expect(gistStatus(input, entity, { ...stored, model: 'other' })).toBe('current');
  });
});
