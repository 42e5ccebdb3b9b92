import { describe, expect, it } from 'vitest';
import { createEntityMatcher } from './entity-matcher.ts';
import { entityLintText } from './entity-lint-text.ts';
import { LintPolicyError } from './lint-policy-error.ts';
import { createOtherWorksMatcher, type OtherWorksMatcher } from './other-works-matcher.ts';
import { createTextMatcher } from './private-text-matcher.ts';
import { assertSemanticProjection } from './semantic-projection.ts';
import { PRIVATE_PARAGRAPHS, privateWork } from './work.fixture.ts';

const [fragmentText = ''] = PRIVATE_PARAGRAPHS;
const context = { path: 'book:lanterns#p1', fragmentText };
const FROM_FRAGMENT = 'A keeper counted eleven lanterns before dawn.';
const FROM_NEIGHBOUR = 'A village asked why the last boat returned.';

describe('assertSemanticProjection', () => {
  it('returns an honest gist unchanged', () => {
    const gist = 'A lighthouse keeper conceals one of his lamps at high water.';
    expect(assertSemanticProjection(gist, context)).toBe(gist);
  });

  it('refuses a gist that quotes its fragment, by position', () => {
    expect(() => assertSemanticProjection(FROM_FRAGMENT, context)).toThrow(
      'book:lanterns#p1: gist shares a run with the text of its fragment at words 2–6',
    );
  });

  it('refuses a gist that quotes another fragment of its work', () => {
    const { entity, fragments } = privateWork();
    expect(assertSemanticProjection(FROM_NEIGHBOUR, context)).toBe(FROM_NEIGHBOUR);
    const message = 'book:lanterns#p1: gist shares a run with the text of its work at words 3–7';
    expect(() =>
      assertSemanticProjection(FROM_NEIGHBOUR, { ...context, entityText: entityLintText(fragments) }),
    ).toThrow(message);
    const matcher = createEntityMatcher(entity, fragments);
    expect(() => assertSemanticProjection(FROM_NEIGHBOUR, { ...context, matcher })).toThrow(message);
  });

  it('reads the fragment as well when the matcher was not made from it', () => {
    const matcher = createTextMatcher('something else altogether');
    expect(() => assertSemanticProjection(FROM_FRAGMENT, { ...context, matcher })).toThrow(
      'the text of its fragment',
    );
  });

  it('uses the window of the matcher, or the sizes it is given', () => {
    const { entity, fragments } = privateWork(undefined, {
      policy: { lint: { ngramWords: 8, ngramChars: 24 } },
    });
    const matcher = createEntityMatcher(entity, fragments);
    expect(assertSemanticProjection(FROM_FRAGMENT, { ...context, matcher })).toBe(FROM_FRAGMENT);
    expect(() => assertSemanticProjection(FROM_FRAGMENT, { ...context, matcher, ngramWords: 5 })).toThrow(
      'words 2–6',
    );
    expect(() =>
      assertSemanticProjection('A keeper counted eleven eggs', { ...context, ngramWords: 3 }),
    ).toThrow('words 2–4');
    expect(assertSemanticProjection(FROM_FRAGMENT, { ...context, terms: ['keeper'] })).toBe(FROM_FRAGMENT);
  });

  it('takes 400 code points and refuses 401, or the cap it is given', () => {
    const gist = '𠮷'.repeat(400);
    expect(assertSemanticProjection(gist, context)).toBe(gist);
    expect(() => assertSemanticProjection(`${gist}x`, context)).toThrow(
      'gist has 401 characters, more than 400',
    );
    expect(() => assertSemanticProjection('x'.repeat(81), { ...context, maxChars: 80 })).toThrow(
      'more than 80',
    );
  });

  it.each([
    ['blank', ' '],
    ['line-break', 'a\u2029b'],
    ['ill-formed', 'a\ud800'],
    ['hidden-characters', 'a\u{E0062}'],
  ])('refuses a gist that is %s', (rule, gist) => {
    expect(() => assertSemanticProjection(gist, context)).toThrow(
      expect.objectContaining({ rule, field: 'gist', positions: undefined }),
    );
  });

  it.each([[{ maxChars: 79 }], [{ maxChars: 801 }], [{ ngramWords: 1000 }], [{ ngramChars: 1000 }]])(
    'refuses %o (decisions 2.4)',
    (options) => {
      expect(() => assertSemanticProjection('An honest gist.', { ...context, ...options })).toThrow(
        LintPolicyError,
      );
    },
  );

  it('spares the own heading of a work with a released title (decisions 2.5)', () => {
    const title = 'The Winter of Eleven Lanterns';
    const text = `${title}\n\n${fragmentText}`;
    const { entity, fragments } = privateWork([text], { title });
    const gist = 'The opening of The Winter of Eleven Lanterns sets the harbour.';
    const matcher = createEntityMatcher(entity, fragments);
    expect(assertSemanticProjection(gist, { path: 'p', fragmentText: text, matcher })).toBe(gist);
    expect(() => assertSemanticProjection(gist, { path: 'p', fragmentText: text })).toThrow('words 4–8');
  });

  it('refuses a run of another private work of the archive, and names neither', () => {
    const own = privateWork(['Nothing of that harbour is told here.'], { id: 'book:other' });
    const others = createOtherWorksMatcher([own, privateWork()]);
    const check = (matcher: OtherWorksMatcher | undefined) =>
      assertSemanticProjection(FROM_FRAGMENT, {
        path: 'book:other#p1',
        fragmentText: 'Nothing of that harbour is told here.',
        others: matcher && { matcher, entity: own.entity },
      });
    expect(check(undefined)).toBe(FROM_FRAGMENT);
    expect(() => check(others)).toThrow(
      'book:other#p1: gist shares a run with another private work at words 2–6',
    );
  });
});
