/**
 * Arbitrary small archives: public and private works of every exposure, dates, names, themes, parents and twins.
 */
import fc from 'fast-check';
import type { FragmentInput } from '@archive/contract/private';
import { sampleEntity, samplePage, type SampleWork, words } from './sample-index.ts';

const NAMES = ['Mira Vold', 'Jon Aas', 'Åse Öberg', '本田'];
const THEMES = ['tides', 'ropes', 'lamps'];
/** Two that differ by a character that comes before `#`, so that ids of works and of fragments order differently. */
const SLUGS = ['a', 'a!', 'a-b', 'ab', 'b', 'c', 'ä', '海'];
const STEMS = ['amber', 'basalt', 'copper', 'dune'];

const person = fc
  .record({ name: fc.constantFrom(...NAMES), placeholder: fc.boolean() })
  .map(({ name, placeholder }) =>
    placeholder ? { name: 'Other', placeholder: 'unnamed' as const } : { name },
  );
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const date = optional(fc.constantFrom('1999', '2001-02', '2001-02-28'));
const themes = optional(fc.uniqueArray(fc.constantFrom(...THEMES), { maxLength: 2 }));

const page = fc.record({
  key: fc.nat({ max: 30 }),
  size: fc.constantFrom(3, 40, 110),
  stem: fc.constantFrom(...STEMS),
  exposure: optional(fc.constantFrom('locator' as const, 'none' as const)),
  date,
  themes,
  speakers: fc.array(person, { maxLength: 2 }),
});

const work = fc.record({
  raw: fc.constantFrom('public' as const, 'private' as const),
  isFace: fc.boolean(),
  date,
  themes,
  creators: fc.array(person, { maxLength: 2 }),
  parent: fc.boolean(),
  pages: fc.uniqueArray(page, { selector: ({ key }) => key, minLength: 1, maxLength: 6 }),
});

/** Works in a random order, with distinct ids. */
export const arbitraryWorks: fc.Arbitrary<SampleWork[]> = fc
  .uniqueArray(fc.record({ slug: fc.constantFrom(...SLUGS), work }), {
    selector: ({ slug }) => slug,
    minLength: 1,
    maxLength: 6,
  })
  .map((drawn) =>
    drawn.map(({ slug, work: { raw, isFace, pages, creators, parent, ...facts } }, at): SampleWork => {
      const id = `essay:${slug}`;
      const above = drawn[at + 1]?.slug;
      const entity = sampleEntity(id, {
        attribution: creators,
        disclosure: raw === 'public' ? { raw, exposure: 'text' } : { raw, exposure: 'locator' },
        ...(facts.date === undefined ? {} : { date: facts.date }),
        ...(facts.themes === undefined ? {} : { themes: facts.themes }),
        ...(parent && above !== undefined ? { parent: `essay:${above}` } : {}),
        ...(isFace ? { policy: { match: 'face' as const } } : {}),
      });
      return { entity, fragments: pages.map((each) => pageOf(id, each)) };
    }),
  );

type Page = typeof page extends fc.Arbitrary<infer T> ? T : never;

function pageOf(entityId: string, { key, size, stem, exposure, speakers, ...facts }: Page): FragmentInput {
  return samplePage(entityId, key, words(stem, size, key * 7), {
    ...(exposure === undefined ? {} : { exposure }),
    ...(facts.date === undefined ? {} : { date: facts.date }),
    ...(facts.themes === undefined ? {} : { themes: facts.themes }),
    ...(speakers.length === 0 ? {} : { attribution: speakers }),
  });
}
