import type { Entity } from '@archive/contract/private';
import { createEntityMatcher, type EntityMatcher } from '@archive/lint';
import { expect, it, vi } from 'vitest';
import { rememberingMatcher } from './remembering-matcher.ts';

const entity: Entity = {
  id: 'note:a',
  type: 'note',
  title: 'A',
  attribution: [],
  url: 'https://example.org/a',
  identifiers: [],
  disclosure: { raw: 'private', exposure: 'semantic' },
};
const text = 'The keeper counted eleven lanterns along the quay before he dared to sleep.';

function matcher(): EntityMatcher {
  return createEntityMatcher(entity, [
    { id: 'note:a#1', entityId: 'note:a', locator: [{ scheme: 'note', value: '1' }], text },
  ]);
}

it('answers as the matcher does, the second time without asking', () => {
  const asked = matcher();
  const runs = vi.spyOn(asked, 'runs');
  const firstRun = vi.spyOn(asked, 'firstRun');
  const coverage = vi.spyOn(asked, 'coverage');
  const remembering = rememberingMatcher(asked);
  const value = 'Here he counted eleven lanterns along the shore.';
  const plain = matcher();
  for (const _ of [1, 2]) {
    expect(remembering.runs(value)).toEqual(plain.runs(value));
    expect(remembering.firstRun(value)).toEqual(plain.firstRun(value));
    expect(remembering.firstRun('nothing of it')).toBeUndefined();
    expect(remembering.coverage(value)).toBe(plain.coverage(value));
  }
  expect([runs, firstRun, coverage].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1]);
  expect([
    remembering.entityId,
    remembering.wordCount,
    remembering.language,
    remembering.isMadeFrom(text),
  ]).toEqual([plain.entityId, plain.wordCount, plain.language, true]);
});

it('tells questions with another window, and with released words, apart', () => {
  const remembering = rememberingMatcher(matcher());
  const value = 'He counted eleven lanterns alone.';
  expect(remembering.firstRun(value)).toBeUndefined();
  expect(remembering.firstRun(value, { window: { ...remembering.window, words: 3 } })).toMatchObject({
    from: 2,
  });
  expect(
    remembering.firstRun(value, {
      window: { ...remembering.window, words: 3 },
      released: 'counted eleven lanterns',
    }),
  ).toBeUndefined();
  expect(remembering.coverage(value, 0.9)).not.toBe(remembering.coverage(value));
});
