import { describe, expect, it } from 'vitest';
import { contentLine } from './content-line.ts';

describe('contentLine', () => {
  it.each([
    [1, 1, '1 work can be found and read here.'],
    [3, 3, '3 works can be found and read here.'],
    [1, 0, '1 work can be found, by a description or by its place only.'],
    [3, 0, '3 works can be found, by a description or by their place only.'],
    [30, 22, '30 works can be found: 22 can be read here, 8 are only described or located.'],
    [2, 1, '2 works can be found: 1 can be read here, 1 is only described or located.'],
    [0, 0, 'Nothing is released from this archive yet, so nothing can be found.'],
  ])('of %i works, %i of them readable', (works, readableWorks, line) => {
    expect(contentLine({ works, readableWorks })).toBe(line);
  });
});
