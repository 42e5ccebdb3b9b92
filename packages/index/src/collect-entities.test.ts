import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { CollectError, collectEntities, type EntityPair } from './collect-entities.ts';
import { sampleEntity, samplePage } from './testing/sample-index.ts';

const pair = (id: string, page: number, path?: string): EntityPair<{ id: string; entityId: string }> => ({
  entity: sampleEntity(id),
  fragment: samplePage(id, page, 'x'),
  ...(path === undefined ? {} : { path }),
});

function errorOf(pairs: readonly EntityPair<{ id: string; entityId: string }>[]): CollectError {
  try {
    collectEntities(pairs);
  } catch (error) {
    if (error instanceof CollectError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('collectEntities', () => {
  it('groups fragments by work, works by id, fragments in the order they came', () => {
    const pairs = [pair('b:x', 2), pair('a:x', 1), pair('b:x', 1)];
    expect(collectEntities(pairs)).toEqual([
      { entity: sampleEntity('a:x'), fragments: [pairs[1]?.fragment] },
      { entity: sampleEntity('b:x'), fragments: [pairs[0]?.fragment, pairs[2]?.fragment] },
    ]);
  });

  it('compares descriptions by content: the order of keys does not count, at any level (S§12)', () => {
    const entity = sampleEntity('a:x', {
      attribution: [{ name: 'A', role: 'author' }],
      disclosure: { raw: 'public', exposure: 'text' },
    });
    const reversed = JSON.parse(JSON.stringify(entity), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ) as typeof entity;
    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(entity));
    expect(
      collectEntities([
        { entity, fragment: samplePage('a:x', 1, 'x') },
        { entity: reversed, fragment: samplePage('a:x', 2, 'x') },
      ]),
    ).toHaveLength(1);
  });

  it('refuses two descriptions of one work, naming positions and files and no id', () => {
    const other = { ...pair('a:secret', 2, 'two.md'), entity: sampleEntity('a:secret', { title: 'Other' }) };
    const error = errorOf([pair('a:secret', 1, 'one.md'), pair('b:x', 1), other]);
    expect(error).toMatchObject({
      positions: [0, 2],
      message: 'pair 0 (`one.md`) and pair 2 (`two.md`) describe one work in two ways',
    });
    expect(`${error.message}${error.help}`).not.toContain('secret');
  });

  it('refuses a fragment of another work, and a fragment id that comes twice', () => {
    expect(errorOf([{ ...pair('a:x', 1), fragment: samplePage('b:x', 1, 'x') }])).toMatchObject({
      positions: [0],
    });
    expect(errorOf([pair('a:x', 1), pair('a:x', 2), pair('a:x', 1)])).toMatchObject({ positions: [0, 2] });
  });
});

describe('canonicalJson', () => {
  it('is plain JSON of the same value, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        const reversed = JSON.parse(JSON.stringify(value), (_, member: unknown) =>
          typeof member === 'object' && member !== null && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).reverse())
            : member,
        ) as unknown;
        expect(canonicalJson(reversed)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out keys whose value is undefined', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: [undefined] })).toBe('{"b":1,"c":[null]}');
  });
});
