import { describe, expect, it } from 'vitest';
import { contentLine } from './content-line.ts';

describe('contentLine', () => {
  it.each([
    [1, [1, 0, 0], '1 work, 1 passage, shown in full.'],
    [1, [2, 0, 0], '1 work, 2 passages, both shown in full.'],
    [3, [10, 0, 0], '3 works, 10 passages, all shown in full.'],
    [3, [0, 0, 4], '3 works, 4 passages, all only located.'],
    [
      30,
      [22, 12, 47],
      '81 passages of 30 works can be found: 22 are shown in full, 12 only described, 47 only located.',
    ],
    [2, [1, 0, 5], '6 passages of 2 works can be found: 1 is shown in full, 5 only located.'],
    [0, [0, 0, 0], 'Nothing is released from this archive yet, so nothing can be found.'],
  ])('of %i works with %j passages', (works, [text = 0, semantic = 0, locator = 0], line) => {
    expect(contentLine({ works, passages: { text, semantic, locator } })).toBe(line);
  });
});
