import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { plainSha256Hex, sha256Hex } from './sha256.ts';

const truth = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('agrees with the platform, in any length', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => 37 * at + length);
    expect(plainSha256Hex(bytes)).toBe(truth(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(plainSha256Hex(bytes)).toBe(truth(bytes));
    }),
    { numRuns: 100 },
  );
});

it('asks the platform where it can, and computes where it cannot', async () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, at) => at).subarray(3);
  expect(await sha256Hex(bytes)).toBe(truth(bytes));
  vi.stubGlobal('crypto', undefined);
  try {
    expect(await sha256Hex(bytes)).toBe(truth(bytes));
  } finally {
    vi.unstubAllGlobals();
  }
});
