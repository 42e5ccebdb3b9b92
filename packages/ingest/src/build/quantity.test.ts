import { expect, it } from 'vitest';
import { quantity } from './quantity.ts';

it('agrees with its count', () => {
  expect([
    quantity(0, 'file'),
    quantity(1, 'file'),
    quantity(2, 'file'),
    quantity(1, 'entity', 'entities'),
    quantity(0, 'entity', 'entities'),
  ]).toEqual(['0 files', '1 file', '2 files', '1 entity', '0 entities']);
});
