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

  it.each<[string, Partial<FragmentInput>, ReturnType<typeof at>]>([
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
