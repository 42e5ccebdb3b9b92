import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { fragmentByPageMarkers } from './fragment-by-page-markers.ts';
import { hasPageMarks, markPages } from './page-marks.ts';

const cut = (source: string, options = {}) =>
  fragmentByPageMarkers(readMarkdown(markPages(source)).blocks, options);
const pages = (source: string, options = {}) =>
  cut(source, options).map(({ locator, text }) => [locator.map(({ value }) => value).join('/'), text]);

describe('fragmentByPageMarkers', () => {
  it('keeps printed labels as they are, Roman ones included', () => {
    expect(cut('Front.\n\n<<<page ix>>>\n\nnine\n\n<<<page 1>>>\n\none\n\n<<<page 153a>>>\n\nlast')).toEqual([
      { locator: [{ scheme: 'section', value: 'front' }], text: 'Front.' },
      { locator: [{ scheme: 'page', value: 'ix' }], text: 'nine' },
      { locator: [{ scheme: 'page', value: '1' }], text: 'one' },
      { locator: [{ scheme: 'page', value: '153a' }], text: 'last' },
    ]);
  });

  it('counts form feeds from the first page, blank pages too, and then reads no marker', () => {
    expect(pages('a\f\fb <<<page 9>>> c', { firstPage: 103 })).toEqual([
      ['103', 'a'],
      ['105', 'b c'],
    ]);
  });

  it('cuts inside a paragraph and keeps a hyphenated word on the page where it begins', () => {
    expect(
      pages('<<<page 1>>>\nThe light-\n<<<page 2>>>\nhouse, that night, stood\n<<<page 3>>>\nstill.'),
    ).toEqual([
      ['1', 'The lighthouse,'],
      ['2', 'that night, stood'],
      ['3', 'still.'],
    ]);
    expect(pages('<<<page 1>>>\n\nAnno 1900-\n\n<<<page 2>>>\n\n1901')).toEqual([
      ['1', 'Anno 1900-'],
      ['2', '1901'],
    ]);
  });

  it('lets a comment over the edge of a page stay hidden (decisions 1.9)', () => {
    expect(
      pages('<<<page 1>>>\n\nseen <!-- SECRET\n\n<<<page 2>>>\n\nSECRET --> also\n\n<<<page 3>>>\n\nend'),
    ).toEqual([
      ['1', 'seen also'],
      ['3', 'end'],
    ]);
  });

  it('gives a page label that comes twice a place of its own', () => {
    expect(pages('<<<page 1>>> a\n\n<<<page 1>>> b')).toEqual([
      ['1', 'a'],
      ['1/2', 'b'],
    ]);
  });

  it('splits a page that is too long into sections', () => {
    expect(pages('<<<page 1>>>\n\naaaa\n\nbbbb', { maxChars: 5 })).toEqual([
      ['1/1', 'aaaa'],
      ['1/2', 'bbbb'],
    ]);
  });

  it('takes only a well formed marker', () => {
    expect(hasPageMarks('<<<page>>> <<<page a b>>> <<page 1>>')).toBe(false);
    expect(hasPageMarks(`<<<page ${'1'.repeat(33)}>>>`)).toBe(false);
    expect(hasPageMarks('x <<<page A-1.b>>>')).toBe(true);
  });
});
