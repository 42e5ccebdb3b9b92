import { expect, it } from 'vitest';
import { ContractError } from './errors.ts';
import { parseEntityFace, parseFragmentFace } from './read-faces.ts';

const entity = {
  id: 'book:glass',
  type: 'book',
  title: 'The Glass Keeper',
  attribution: [{ name: 'Ada Marsh', role: 'author' }],
  url: 'https://saltmarsh.example/glass/',
  identifiers: [{ scheme: 'ark', value: '12148/x' }],
};
const place = {
  fragmentId: 'book:glass#ch3',
  entity,
  raw: 'private',
  locator: [{ scheme: 'folio', value: '3v' }],
  locatorLabel: 'folio 3v',
  exposure: 'locator',
};

it('drops keys it does not know from a work and keeps schemes it does not know', () => {
  expect(parseEntityFace({ ...entity, shelf: 4 })).toEqual(entity);
});

it('drops keys it does not know from a fragment, also inside its work', () => {
  expect(parseFragmentFace({ ...place, entity: { ...entity, shelf: 4 }, text: 'never', score: 0.5 })).toEqual(
    place,
  );
});

it.each([
  ['a private text', { ...place, exposure: 'text', text: 'x' }, 'raw'],
  ['an exposure of none', { ...place, exposure: 'none' }, 'exposure'],
  ['a fragment without a place', { ...place, locator: [] }, 'locator'],
])('refuses %s, naming the field', (_, input, field) => {
  expect(() => parseFragmentFace(input)).toThrow(ContractError);
  try {
    parseFragmentFace(input);
  } catch (error) {
    expect((error as ContractError).code).toBe('invalid-response');
    expect((error as ContractError).issues.map((issue) => issue.field)).toEqual([field]);
  }
});

it('refuses a work without an address and quotes nothing of it', () => {
  const { url: _, ...rest } = entity;
  expect(() => parseEntityFace(rest)).toThrow('the work does not fit archive-search/1: url');
});
