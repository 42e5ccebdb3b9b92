/**
 * Any small archive, for properties: works of every exposure, texts long and short, themes, dates, gists.
 *
 * Bodies, titles and gists draw on different words, so that the lints never stand in the way; bodies of all works draw
 * on the same few, so that every query finds public and private material.
 */
import fc from 'fast-check';
import type { MadePart, MadeWork } from './made-index.ts';

const BODY =
  'mud bell ebb key quay lamp eel drum net salt rope tide fog horn oar keel reed silt gull weir'.split(' ');
const FACE = 'account of a visit and its outcome seen from outside with care for those involved'.split(' ');

/** Words that are themes of some works and may stand in a query. */
const THEMES = ['harbour', 'grief', 'measurement'];

const words = (vocabulary: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...vocabulary), { minLength, maxLength, size: 'max' }).map((all) => all.join(' '));

const text = fc.oneof(words(BODY, 3, 30), words(BODY, 90, 140));
const gist = fc.shuffledSubarray(FACE, { minLength: 6 }).map((all) => all.join(' '));
const date = fc.constantFrom('1999', '2004-02', '2010-11-30');

const part = (exposures: readonly ('text' | 'semantic' | 'locator' | 'none')[]): fc.Arbitrary<MadePart> =>
  fc.record(
    { text, exposure: fc.constantFrom(...exposures), gist, date, themes: fc.subarray(THEMES) },
    { requiredKeys: ['text'] },
  );

/** One work; `raw` and `exposure` of it are drawn too. */
export const anyWork: fc.Arbitrary<Omit<MadeWork, 'slug'>> = fc.oneof(
  fc.record(
    {
      raw: fc.constant('public' as const),
      exposure: fc.constantFrom(
        'text' as const,
        'text' as const,
        'semantic' as const,
        'locator' as const,
        'none' as const,
      ),
      parts: fc.array(part(['text', 'semantic', 'locator', 'none']), { minLength: 1, maxLength: 3 }),
      title: fc.shuffledSubarray(FACE, { minLength: 2, maxLength: 3 }).map((all) => all.join(' ')),
      themes: fc.subarray(THEMES),
    },
    { requiredKeys: ['raw', 'exposure', 'parts'] },
  ),
  fc.record(
    {
      raw: fc.constant('private' as const),
      exposure: fc.constantFrom('semantic' as const, 'locator' as const, 'none' as const),
      parts: fc.array(part(['semantic', 'locator', 'none']), { minLength: 1, maxLength: 4 }),
      themes: fc.subarray(THEMES),
      policy: fc.record({ match: fc.constantFrom('text' as const, 'face' as const) }, { requiredKeys: [] }),
    },
    { requiredKeys: ['raw', 'exposure', 'parts'] },
  ),
);

/** An archive of two to six works. */
export const anyArchive: fc.Arbitrary<MadeWork[]> = fc
  .array(anyWork, { minLength: 2, maxLength: 6, size: 'max' })
  .map((works) => works.map((work, at) => ({ slug: `w${at}`, ...work })));

/** Queries that meet bodies, titles and themes. */
export const anyQueries: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(words(BODY, 1, 6), words([...BODY, ...THEMES], 2, 5), words(FACE, 2, 4)),
  { minLength: 2, maxLength: 3 },
);
