/**
 * Small archives for the laws of lexical search: words that share stems, stop words of several languages, scripts without
 * spaces, identifiers, and every cell of the disclosure table.
 */
import type { Disclosure } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import fc from 'fast-check';

/** Words that texts and questions are made of. */
const WORDS = [
  'cat',
  'cats',
  'running',
  'run',
  'the',
  'and',
  'of',
  'die',
  'der',
  'und',
  'Katze',
  'Katzen',
  'la',
  'les',
  'maison',
  'maisons',
  'café',
  'cafe\u0301',
  'ＣＡＦÉ',
  '東京の夜',
  '東京',
  '京',
  '夜',
  'ข้าวเช้า',
  'ข่าว',
  'ขาว',
  'ข้าว',
  '4.2.1',
  'ISO-9001',
  '2-3',
  '10.1000/ab.c',
  'isbn 978-3-16-148410-0',
  '9783161484100',
  'USRC17607839',
  'state-of-the-art',
  '𠮷野家',
  'हिन्दी',
  'हिंदी',
  '도서관',
  '도서관에서',
  'كِتَاب',
  'كتاب',
  'οδός',
  'ΟΔΟΣ',
  '!',
  '\n',
];
// prettier-ignore
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));

/** A question. */
export const arbitraryQuestion: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS, 'unheard', 'ca'), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '));

/** Works and fragments as the private side knows them: what is not released has a text all the same. */
export interface LexicalArchive {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly entries: readonly { readonly fragment: Fragment }[];
}

const CELLS: readonly Disclosure[] = [
  { raw: 'public', exposure: 'text' },
  { raw: 'public', exposure: 'text' },
  { raw: 'public', exposure: 'text' },
  { raw: 'public', exposure: 'semantic' },
  { raw: 'public', exposure: 'locator' },
  { raw: 'public', exposure: 'none' },
  { raw: 'private', exposure: 'semantic' },
  { raw: 'private', exposure: 'locator' },
  { raw: 'private', exposure: 'none' },
];

const work = fc.record({
  title: text.map((title) => title.trim() || '…'),
  name: fc.constantFrom('Ada Winter', 'Katze', '山田 太郎', '—'),
  placeholder: fc.constantFrom(undefined, 'unnamed' as const),
  isbn: fc.constantFrom(undefined, '9783161484100', '3161484100'),
});

const piece = fc.record({
  owner: fc.nat({ max: 2 }),
  cell: fc.constantFrom(...CELLS),
  text,
  summary: fc.option(text, { nil: undefined }),
  gist: text.map((gist) => gist.trim() || 'a gist'),
  isVetoed: fc.boolean(),
  place: fc.constantFrom('', 'The cats', '4.2', 'xii'),
});

/** An archive with at most fourteen fragments. */
export const arbitraryLexicalArchive: fc.Arbitrary<LexicalArchive> = fc
  .record({
    works: fc.array(work, { minLength: 3, maxLength: 3 }),
    pieces: fc.array(piece, { maxLength: 14 }),
  })
  .map(({ works, pieces }) => {
    const entities = new Map<string, Entity>();
    const entries = pieces.map((each, at) => {
      // The works of a number are one public and one private one.
      const id = `work:${each.cell.raw}-${each.owner}`;
      const { title, name, placeholder, isbn } = works[each.owner] as (typeof works)[number];
      entities.set(id, {
        id,
        type: 'work',
        title,
        attribution: [{ name, ...(placeholder === undefined ? {} : { placeholder }) }],
        url: 'https://archive.example/cats',
        identifiers: isbn === undefined ? [] : [{ scheme: 'isbn', value: isbn }],
        disclosure:
          each.cell.raw === 'public'
            ? { raw: 'public', exposure: 'text' }
            : { raw: 'private', exposure: 'locator' },
      });
      return { fragment: fragmentOf(id, at, each) };
    });
    return { entities, entries };
  });

type Piece = typeof piece extends fc.Arbitrary<infer T> ? T : never;

function fragmentOf(
  entityId: string,
  at: number,
  { cell, text: words, summary, gist, isVetoed, place }: Piece,
): Fragment {
  const fragment: Fragment = {
    id: `${entityId}#${at}`,
    entityId,
    locator: place === '' ? [{ scheme: 'whole', value: '' }] : [{ scheme: 'section', value: place }],
    text: words,
    disclosure: cell,
    ...(summary === undefined ? {} : { summary }),
  };
  if (cell.exposure !== 'semantic') return fragment;
  return {
    ...fragment,
    projection: {
      lint: 'passed',
      gist,
      contentHash: '',
      source: 'generated',
      review: 'reviewed',
      ...(isVetoed ? { vetoed: true } : {}),
    } as NonNullable<Fragment['projection']>,
  };
}
