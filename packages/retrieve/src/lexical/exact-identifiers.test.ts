import { describe, expect, it } from 'vitest';
import { identifiersAskedFor, questionParts } from './question-parts.ts';

const parts = (query: string): string[] =>
  questionParts(query, () => false).map(({ written, kind }) =>
    kind === 'identifier' ? `#${written}` : written,
  );

describe('exact identifiers', () => {
  it('stand for their words, written in any way', () => {
    for (const query of [
      '978-3-16-148410-0',
      '9783161484100',
      '3-16-148410-X',
      '316148410x',
      '978 3 16 148410 0',
      '９７８３１６１４８４１００',
    ])
      expect(parts(query)).toEqual(['#9783161484100']);
    for (const query of [
      '10.1000/ABC.d',
      'https://doi.org/10.1000/abc.D',
      'doi:10.1000/abc.d',
      'DOI 10.1000/abc.d.',
    ])
      expect(parts(query)).toEqual(['#10.1000/abc.d']);
    expect(parts('US-RC1-76-07839')).toEqual(['#usrc17607839']);
    expect(parts('usrc17607839')).toEqual(['#usrc17607839']);
    expect(parts('what does clause 4.2.1 require')).toEqual(['clause', 'require', '#4.2.1']);
    expect(parts('A.4.2 and B.1.10.3')).toEqual(['#a.4.2', '#b.1.10.3']);
  });

  it('that are none by their check digit stay apart from their words all the same', () => {
    expect(parts('978-3-16-148410-1')).toEqual(['#9783161484101']);
    expect(parts('978 3 16 148410 1')).toEqual(['#9783161484101']);
    expect(parts('ISBN: 3 16 148410 1')).toEqual(['isbn', '#3161484101']);
    expect(parts('ISBN-10 3-16-148410-1')).toContain('#3161484101');
    expect(identifiersAskedFor('978 3 16 148410 1')).toEqual(['9783161484101']);
  });

  it('are not years, dates, decimals and codes, whose words mean something', () => {
    expect(parts('1914-1918')).toEqual(['1914', '1918', '#19141918']);
    expect(parts('2021-03-14')).toEqual(['2021', '03', '14', '#20210314']);
    expect(parts('14.3.2021')).toEqual(['14', '3', '2021', '#14.3.2021']);
    expect(parts('prices rose by 3.5 percent')).toContain('3');
    expect(parts('p below 0.05')).toContain('05');
    expect(parts('iso-9001')).toEqual(['iso', '9001', '#iso-9001']);
    expect(identifiersAskedFor('1914-1918 iso-9001 0.05 of 3.5 in the 90s')).toEqual([]);
  });

  it('have one dot where a word for a part of a text stands before them, or nothing else does', () => {
    for (const query of [
      'section 4.2 on scope',
      '§ 4.2 on scope',
      'what says Abschnitt 4.2',
      'art. 4.2 of it',
      '4.2',
      '(4.2)',
    ])
      expect(identifiersAskedFor(query)).toEqual(['4.2']);
    expect(identifiersAskedFor('grew by 4.2 in a year')).toEqual([]);
  });

  it('are read quickly from whatever is asked', () => {
    const began = performance.now();
    for (const piece of ['978 ', '9 7 8 ', '1.', '4.2.1 ', '10.1000/', 'isbn 3 ', '§ ', 'doi:'])
      parts(piece.repeat(5_000));
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
