import { shingles } from '@archive/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stretchesOf } from './text-stretches.ts';

const token = fc.constantFrom(
  'lamp',
  'quay',
  'a',
  '—',
  '…',
  '時計が鳴る',
  '\u{20000}',
  'the\n\n\nend',
  'x'.repeat(60),
);

it('leaves a text that is not long as it is', () => {
  expect([...stretchesOf('')]).toEqual(['']);
  expect([...stretchesOf('one two three')]).toEqual(['one two three']);
});

it('holds every run of five words and of twelve characters in one stretch (property)', () => {
  fc.assert(
    fc.property(
      fc.array(token, { minLength: 200, maxLength: 2500 }),
      fc.integer({ min: 700, max: 6000 }),
      (tokens, size) => {
        const text = tokens.join(' ');
        const parts = [...stretchesOf(text, size)];
        if (text.length > size + 1024) expect(parts.length).toBeGreaterThan(1);
        const found = new Set(parts.flatMap((part) => shingles(part, 5)));
        expect(shingles(text, 5).filter((shingle) => !found.has(shingle))).toEqual([]);
        expect(parts.some((part) => /[\udc00-\udfff]/.test(part[0] ?? '') && part[0] !== undefined)).toBe(
          false,
        );
      },
    ),
    { numRuns: 40 },
  );
});

it('cuts where there is no white space too', () => {
  const text = '海辺の町では毎朝古い時計が鳴る'.repeat(2000);
  const parts = [...stretchesOf(text, 5000)];
  expect(parts.length).toBeGreaterThan(3);
  const found = new Set(parts.flatMap((part) => shingles(part, 5)));
  expect(shingles(text, 5).every((shingle) => found.has(shingle))).toBe(true);
});
