import { describe, expect, it } from 'vitest';
import { analyzeTerms } from './analyze-terms.ts';
import { isCatalogueNumber } from './identifier-terms.ts';

const identifiers = (text: string): string[] =>
  analyzeTerms(text)
    .terms.filter(({ kind }) => kind === 'identifier')
    .map(({ written }) => written);

describe('identifiers', () => {
  it('writes a valid ISBN as thirteen digits, however it was written', () => {
    for (const isbn of [
      '978-3-16-148410-0',
      '978 3 16 148410 0',
      '9783161484100',
      '３-16-148410-X',
      '316148410X',
      '978‐3‐16‐148410‐0',
    ])
      expect(identifiers(`ISBN ${isbn}.`)).toEqual(['9783161484100']);
  });

  it('leaves an ISBN with a wrong check digit the number it is', () => {
    expect(identifiers('9783161484101')).toEqual(['9783161484101']);
    expect(identifiers('978-3-16-148410-1')).toEqual(['9783161484101']);
  });

  it('writes an ISRC without hyphens, a DOI folded and without the full stop after it', () => {
    expect(identifiers('US-RC1-76-07839')).toEqual(['usrc17607839']);
    expect(identifiers('usrc17607839')).toEqual(['usrc17607839']);
    expect(identifiers('see https://doi.org/10.1000/AB.c-1.')).toEqual(['10.1000/ab.c-1']);
    expect(identifiers('(doi:10.1000/xyz)')).toEqual(['10.1000/xyz']);
  });

  it('reads clause numbers and codes, with any dash', () => {
    expect(identifiers('§ 4.2.1, Annex A.2, ISO–9001:2015')).toEqual(['4.2.1', 'a.2', 'iso-9001:2015']);
  });

  it('takes no plain number, no year and no hyphenated word', () => {
    expect(identifiers('In 1984 the well-known 12 boats, 3 nets')).toEqual([]);
  });

  it('answers awkward strings in linear time', () => {
    const began = performance.now();
    for (const text of [
      '1-'.repeat(50_000),
      '10.'.repeat(50_000),
      '1 '.repeat(50_000),
      '10.1234/'.repeat(20_000),
      '10.1234/a 1-2 '.repeat(20_000),
      '9'.repeat(100_000),
    ])
      identifiers(text);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it('knows a catalogue number from a code', () => {
    expect(
      ['9783161484100', 'usrc17607839', '10.1000/ab.c', '4.2.1', 'iso-9001:2015', 'iso-90011234'].map(
        isCatalogueNumber,
      ),
    ).toEqual([true, true, true, false, false, false]);
  });
});
