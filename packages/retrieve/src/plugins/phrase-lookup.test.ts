import { containsPhrase } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhraseLookup } from './phrase-lookup.ts';

const words = fc.constantFrom(
  'a',
  'ab',
  'Glass',
  'harbour',
  'the',
  '東京',
  '夜',
  'É',
  'e',
  '-',
  '42',
  'ขาว',
  '…',
);
const phrase = fc.array(words, { maxLength: 4 }).map((parts) => parts.join(' '));
const run = fc.array(words, { maxLength: 4 }).map((parts) => parts.join(''));

describe('looking phrases up', () => {
  it('finds those that the query holds, asked one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(phrase, run), { maxLength: 12 }),
        fc.oneof(
          fc.array(fc.oneof(phrase, run), { maxLength: 4 }).map((parts) => parts.join(' ')),
          run,
        ),
        (phrases, query) => {
          const lookup = new PhraseLookup();
          for (const [owner, text] of phrases.entries()) lookup.add(text, owner);
          const held = [...phrases.keys()].filter((owner) => containsPhrase(query, phrases[owner] as string));
          expect([...lookup.heldBy(query)].sort((a, b) => a - b)).toStrictEqual(held);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('gives every owner of a phrase that several share', () => {
    const lookup = new PhraseLookup();
    for (const owner of [3, 5]) lookup.add('Glass Harbour', owner);
    lookup.add('Glass', 8);
    expect([...lookup.heldBy('at glass harbour, in winter')].sort()).toStrictEqual([3, 5, 8]);
  });
});
