import { describe, expect, it } from 'vitest';
import type { PolicyKeys } from '../policy/read-policy-keys.ts';
import { type BookFrame, decidePart } from './read-book-part.ts';

const frame: BookFrame = {
  raw: 'private',
  rules: ['kind-default'],
  now: new Date('2024-05-01T00:00:00Z'),
  timeZone: 'UTC',
};
const keys = (stated: Partial<PolicyKeys>): PolicyKeys => ({ narrowedBy: [], ...stated }) as PolicyKeys;

describe('decidePart', () => {
  it.each([
    ['requireReview', { requireReview: true }],
    ['policy', { policy: { match: 'face' } }],
  ] as const)('refuses a part that states %s, which would otherwise be lost', (field, stated) => {
    expect(() => decidePart(keys(stated), false, frame)).toThrow(
      `${field}: a part cannot have a policy of its own`,
    );
  });

  it('opens no part of a book under embargo', () => {
    const closed = { ...frame, rules: ['embargo'] as BookFrame['rules'] };
    expect(decidePart(keys({ exposure: 'locator' }), false, closed)).toEqual({ exposure: 'none' });
  });

  it('lets a part choose among what a private book may expose', () => {
    expect(decidePart(keys({ exposure: 'semantic' }), false, frame)).toEqual({ exposure: 'semantic' });
    expect(decidePart(keys({}), false, frame)).toEqual({});
  });
});
