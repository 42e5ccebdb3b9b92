import { describe, expect, it } from 'vitest';
import type { Entity, FragmentInput } from '@archive/contract/private';
import { createEntityMatcher } from './entity-matcher.ts';
import { assertPublicSafeMetadata } from './public-safe-metadata.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';
import { privateWork, PUBLIC_TITLE } from './work.fixture.ts';

const QUOTE = 'asked why the last boat';
const SLUG = 'asked-why-the-last-boat';

function refusal(entity: Entity, fragments: readonly FragmentInput[]) {
  try {
    assertPublicSafeMetadata(entity, fragments, { path: 'entities[4]' });
  } catch (error) {
    if (error instanceof PublicSafeLintError)
      return { field: error.field, rule: error.rule, positions: error.positions };
    throw error;
  }
  return undefined;
}

const at = (field: string, from = 1, to = 5) => ({
  field,
  rule: 'shared-run',
  positions: { unit: 'words', from, to },
});

describe('assertPublicSafeMetadata', () => {
  it('passes honest metadata', () => {
    const { entity, fragments } = privateWork();
    expect(refusal(entity, fragments)).toBeUndefined();
  });

  it.each<[string, Partial<Entity>, ReturnType<typeof at>]>([
    ['title', { title: QUOTE }, at('title')],
    ['version', { version: `ms., ${QUOTE}` }, at('version', 2, 6)],
    ['creator name', { attribution: [{ name: 'A' }, { name: QUOTE }] }, at('attribution[1].name')],
    ['creator role', { attribution: [{ name: 'A', role: QUOTE }] }, at('attribution[0].role')],
    ['theme', { themes: ['sea', QUOTE] }, at('themes[1]')],
    ['id, whose dashes separate words (decisions 1.10)', { id: `book:${SLUG}` }, at('id', 2, 6)],
  ])('checks the %s of the work', (_, changes, expected) => {
    const { entity, fragments } = privateWork(undefined, changes);
    expect(refusal(entity, fragments)).toEqual(expected);
  });

  it.each<[string, Partial<Entity>, ReturnType<typeof at>]>([
    ['path', { url: `https://example.org/files/${SLUG}.html` }, at('url', 2, 6)],
    ['query', { url: 'https://example.org/?q=asked+why_the%20last%2520boat' }, at('url', 2, 6)],
    ['hash', { url: `https://example.org/e/book:lanterns#:~:text=${SLUG}` }, at('url', 2, 6)],
    ['prefix of an own page', { url: `https://example.org/${SLUG}/e/book%3Alanterns` }, at('url', 1, 5)],
    ['path after lines', { url: 'https://example.org/asked%0Awhy/the.last/boat' }, at('url', 1, 5)],
    [
      'catalogue number',
      {
        identifiers: [
          { scheme: 'x', value: '1' },
          { scheme: 'y', value: SLUG },
        ],
      },
      at('identifiers[1].value'),
    ],
    [
      'catalogue link',
      { identifiers: [{ scheme: 'url', value: `https://example.org/${SLUG}` }] },
      at('identifiers[0].value'),
    ],
    [
      'number of a creator',
      { attribution: [{ name: 'A', identifiers: [{ scheme: 'y', value: QUOTE }] }] },
      at('attribution[0].identifiers[0].value'),
    ],
  ])('checks the words in the link or numbers of the work: %s', (_, changes, expected) => {
    const { entity, fragments } = privateWork(undefined, changes);
    expect(refusal(entity, fragments)).toEqual(expected);
  });

  it('reads bytes that are no UTF-8 one by one', () => {
    const { entity, fragments } = privateWork(['Der Bär früh am Ufer im Wald.'], {
      url: 'https://example.org/der-b%E4r-fr%FCh-am-ufer',
    });
    expect(refusal(entity, fragments)).toEqual(at('url', 1, 5));
  });

  it('leaves the page of a work to the rule for its id, and the host to no rule', () => {
    const title = { title: QUOTE, policy: PUBLIC_TITLE };
    for (const url of [
      `https://archive.example/e/book%3A${SLUG}`,
      `http://localhost:8787/e/book:${SLUG}`,
      `https://${SLUG}.example`,
      'https://example.org/',
    ]) {
      const { entity, fragments } = privateWork(undefined, { id: `book:${SLUG}`, url });
      expect([url, refusal(entity, fragments)?.field]).toEqual([url, 'id']);
      expect([url, refusal({ ...entity, ...title }, fragments)]).toEqual([url, undefined]);
    }
  });

  it('does not take a number that is printed in the text for a quotation, and what stands beside it is', () => {
    const isbn = '978-1-23-456789-0';
    const { entity, fragments } = privateWork([`Printed in spring, ISBN ${isbn}, T-034.524.680-1.`], {
      identifiers: [
        { scheme: 'isbn', value: isbn },
        { scheme: 'iswc', value: 'T-034.524.680-1' },
      ],
      url: `https://example.org/${isbn}`,
    });
    expect(refusal(entity, fragments)).toBeUndefined();
    expect(
      refusal(
        { ...entity, identifiers: [{ scheme: 'isbn', value: 'printed in spring isbn 978' }] },
        fragments,
      ),
    ).toEqual(at('identifiers[0].value'));
  });

  it.each<[string, Partial<FragmentInput>, ReturnType<typeof at>]>([
    [
      'number of a speaker',
      { attribution: [{ name: 'A', identifiers: [{ scheme: 'y', value: SLUG }] }] },
      at('fragments[1].attribution[0].identifiers[0].value'),
    ],
    ['id', { id: `book:lanterns#${SLUG}` }, at('fragments[1].id', 3, 7)],
    [
      'locator value',
      {
        locator: [
          { scheme: 'chapter', value: '2' },
          { scheme: 'note', value: QUOTE },
        ],
      },
      at('fragments[1].locator[1].value'),
    ],
    [
      'locator end',
      { locator: [{ scheme: 'section', value: 'a', end: QUOTE }] },
      at('fragments[1].locator[0].end'),
    ],
    [
      'label, where an unknown scheme is shown before its value',
      { locator: [{ scheme: 'asked why the', value: 'last boat' }] },
      at('fragments[1].locatorLabel'),
    ],
    ['speaker name', { attribution: [{ name: QUOTE }] }, at('fragments[1].attribution[0].name')],
    ['speaker role', { attribution: [{ name: 'A', role: QUOTE }] }, at('fragments[1].attribution[0].role')],
    ['theme', { themes: [QUOTE] }, at('fragments[1].themes[0]')],
  ])('checks the %s of a fragment', (_, changes, expected) => {
    const { entity, fragments } = privateWork();
    const changed = fragments.map((fragment, place) =>
      place === 1 ? { ...fragment, ...changes } : fragment,
    );
    expect(refusal(entity, changed)).toEqual(expected);
  });

  it('compares with the whole work, not with the fragment a string belongs to', () => {
    const { entity, fragments } = privateWork();
    const changed = fragments.map((fragment, place) =>
      place === 0 ? { ...fragment, attribution: [{ name: QUOTE }] } : fragment,
    );
    expect(refusal(entity, changed)).toEqual(at('fragments[0].attribution[0].name'));
  });

  it('checks a fragment that is never served as well', () => {
    const { entity, fragments } = privateWork();
    const changed = fragments.map(
      (fragment): FragmentInput => ({ ...fragment, exposure: 'none', attribution: [{ name: QUOTE }] }),
    );
    expect(refusal(entity, changed)?.field).toBe('fragments[0].attribution[0].name');
  });

  it('refuses a blank value and skips an absent or empty one', () => {
    const { entity, fragments } = privateWork(undefined, {
      version: '',
      attribution: [{ name: 'A', role: '' }],
    });
    expect(refusal(entity, fragments)).toBeUndefined();
    expect(refusal({ ...entity, version: ' ' }, fragments)?.rule).toBe('blank');
    expect(refusal({ ...entity, title: '' }, fragments)?.rule).toBe('blank');
  });

  it('bounds each string at 120 characters, ids apart', () => {
    const { entity, fragments } = privateWork(undefined, {
      id: `book:${'x'.repeat(130)}`,
      themes: ['y'.repeat(121)],
    });
    expect(refusal(entity, fragments)).toEqual({
      field: 'themes[0]',
      rule: 'too-long',
      positions: undefined,
    });
    expect(refusal({ ...entity, themes: [] }, fragments)).toBeUndefined();
  });

  it('does not check public works (S§6)', () => {
    const { entity, fragments } = privateWork(undefined, {
      title: QUOTE,
      disclosure: { raw: 'public', exposure: 'semantic' },
    });
    expect(refusal(entity, fragments)).toBeUndefined();
  });

  it('uses the window of the work', () => {
    const { entity, fragments } = privateWork(undefined, {
      title: 'why the last',
      policy: { lint: { ngramWords: 3 } },
    });
    expect(refusal(entity, fragments)).toEqual(at('title', 1, 3));
  });

  it('names neither id nor string by default', () => {
    const { entity, fragments } = privateWork(undefined, { id: `book:${SLUG}` });
    expect(() => assertPublicSafeMetadata(entity, fragments)).toThrow(
      'the work: id shares a run with the private text at words 2–6',
    );
  });

  it('does not trust a matcher of other text', () => {
    const { entity, fragments } = privateWork(undefined, { title: QUOTE });
    const other = privateWork(['nothing of the kind']);
    const ofOther = createEntityMatcher(other.entity, other.fragments);
    expect(() => assertPublicSafeMetadata(entity, fragments, { matcher: ofOther })).toThrow(
      PublicSafeLintError,
    );
    const ofPart = createEntityMatcher(entity, fragments.slice(0, 1));
    expect(() => assertPublicSafeMetadata(entity, fragments, { matcher: ofPart })).toThrow(
      PublicSafeLintError,
    );
  });

  describe('with a title declared public', () => {
    const declared = { title: QUOTE, policy: PUBLIC_TITLE };

    it('bounds the title without comparing it', () => {
      const { entity, fragments } = privateWork(undefined, declared);
      expect(refusal(entity, fragments)).toBeUndefined();
      expect(refusal({ ...entity, title: 'a\nb' }, fragments)?.rule).toBe('line-break');
    });

    it('lets an id say what the title says, and no more', () => {
      const { entity, fragments } = privateWork(undefined, { ...declared, id: `book:${SLUG}` });
      expect(refusal(entity, fragments)).toBeUndefined();
      const more = privateWork(undefined, { ...declared, id: `book:${SLUG}-came` });
      expect(refusal(more.entity, more.fragments)).toEqual(at('id', 3, 7));
    });

    it('lets a link say what the title says, and no more', () => {
      const { entity, fragments } = privateWork(undefined, {
        ...declared,
        url: `https://example.org/2019/${SLUG}`,
      });
      expect(refusal(entity, fragments)).toBeUndefined();
      expect(refusal({ ...entity, url: `https://example.org/${SLUG}-came` }, fragments)).toEqual(
        at('url', 2, 6),
      );
    });

    it('spares nothing else', () => {
      const { entity, fragments } = privateWork(undefined, { ...declared, themes: [QUOTE] });
      expect(refusal(entity, fragments)).toEqual(at('themes[0]'));
    });
  });

  it('lets an id say what an own heading says', () => {
    const title = 'The Winter of Eleven Lanterns';
    const { entity, fragments } = privateWork([`${title}\n\nNobody asked.`], {
      title,
      id: 'note:the-winter-of-eleven-lanterns',
    });
    expect(refusal(entity, fragments)).toBeUndefined();
    expect(refusal({ ...entity, title: 'Winter' }, fragments)).toEqual(at('id', 2, 6));
  });
});
