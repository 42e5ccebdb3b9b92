/**
 * No error of this package says anything of the private text (house invariant 6): whatever is thrown, by any assertion,
 * for any field, neither the message nor any property of the error holds two consecutive words of it.
 */
import { normalizeWords } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FragmentInput } from '@archive/contract/private';
import {
  assertPublicSafeField,
  assertPublicSafeMetadata,
  assertSemanticProjection,
  checkLintPolicy,
  checkLintTerms,
  createEntityMatcher,
  lintReport,
} from './index.ts';
import { PRIVATE_PARAGRAPHS, privateWork } from './work.fixture.ts';

const PAIRS = PRIVATE_PARAGRAPHS.flatMap((paragraph) => {
  const words = normalizeWords(paragraph);
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
});

/** Everything an error could print: message, stack without file lines, help, own properties, causes. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const own = Object.fromEntries(
    Object.getOwnPropertyNames(error)
      .filter((name) => name !== 'stack')
      .map((name) => [name, Reflect.get(error, name)]),
  );
  return [
    String(error),
    JSON.stringify(error),
    JSON.stringify(own),
    error.cause === undefined ? '' : everythingIn(error.cause),
  ].join(' ');
}

function pairsIn(printed: string): string[] {
  const said = ` ${normalizeWords(printed).join(' ')} `;
  return PAIRS.filter((pair) => said.includes(` ${pair} `));
}

/** What an action throws, or undefined. */
function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

const quotation = fc
  .tuple(
    fc.constantFrom(...PRIVATE_PARAGRAPHS),
    fc.nat(8),
    fc.integer({ min: 2, max: 20 }),
    fc.constantFrom('', '\n', '\u{E0041}', '\ud800', ' '.repeat(500)),
  )
  .map(
    ([paragraph, from, length, fault]) =>
      paragraph
        .split(' ')
        .slice(from, from + length)
        .join(' ') + fault,
  );

describe('errors', () => {
  it('hold nothing of the private text, whichever assertion throws', () => {
    let refused = 0;
    fc.assert(
      fc.property(quotation, fc.nat(8), (quote, place) => {
        const { entity, fragments } = privateWork();
        const [first] = fragments as [FragmentInput];
        const slug = quote.replace(/[^a-z]+/gi, '-');
        const works = [
          privateWork(undefined, { title: quote }),
          privateWork(undefined, { version: quote }),
          privateWork(undefined, { attribution: [{ name: quote, role: quote }] }),
          privateWork(undefined, { themes: [quote] }),
          privateWork(undefined, { id: `book:${slug}` }),
          { entity, fragments: [{ ...first, id: `book:lanterns#${slug}` }, ...fragments.slice(1)] },
          {
            entity,
            fragments: [{ ...first, locator: [{ scheme: 'note', value: quote }] }, ...fragments.slice(1)],
          },
          {
            entity,
            fragments: [
              { ...first, locator: [{ scheme: quote, value: quote, end: quote }] },
              ...fragments.slice(1),
            ],
          },
          { entity, fragments: [{ ...first, attribution: [{ name: quote }] }, ...fragments.slice(1)] },
        ];
        const work = works[place] as (typeof works)[number];
        const errors = [
          thrown(() => assertPublicSafeMetadata(work.entity, work.fragments)),
          thrown(() =>
            assertPublicSafeField(quote, {
              path: 'a.md',
              field: 'label',
              privateText: PRIVATE_PARAGRAPHS.join(' '),
            }),
          ),
          thrown(() =>
            assertSemanticProjection(quote, {
              path: 'a.md',
              fragmentText: first.text,
              matcher: createEntityMatcher(entity, fragments),
            }),
          ),
          thrown(() =>
            assertSemanticProjection(quote, { path: 'a.md', fragmentText: first.text, terms: [quote] }),
          ),
          thrown(() => checkLintPolicy({ terms: [quote] })),
          thrown(() => checkLintTerms([quote, quote, quote], { servedStrings: [], entityWordCount: 0 })),
        ].filter((error) => error !== undefined);
        refused += errors.length;
        for (const error of errors) expect(pairsIn(everythingIn(error))).toEqual([]);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(400);
  });

  it('would be caught by this test if they did', () => {
    expect(pairsIn(everythingIn(new Error('title shares "eleven lanterns" with the text')))).toEqual([
      'eleven lanterns',
    ]);
    expect(pairsIn(everythingIn(new Error('x', { cause: new Error('the last boat') })))).toEqual([
      'the last',
      'last boat',
    ]);
  });
});

describe('findings', () => {
  it('hold fields, rules and positions only', () => {
    const quote = (PRIVATE_PARAGRAPHS[0] as string).slice(0, 80);
    const { entity, fragments } = privateWork(undefined, {
      title: quote,
      themes: [quote],
      id: 'book:the-keeper-counted-eleven-lanterns',
    });
    const findings = lintReport(entity, fragments);
    expect(findings.length).toBeGreaterThan(3);
    expect(pairsIn(JSON.stringify(findings))).toEqual([]);
  });
});
