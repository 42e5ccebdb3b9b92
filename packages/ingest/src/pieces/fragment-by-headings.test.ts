import { locatorKey } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { readPlain } from '../markdown/read-plain.ts';
import type { TextBlock } from '../markdown/text-block.ts';
import { fragmentByHeadings } from './fragment-by-headings.ts';

const cut = (markdown: string, options = {}) => fragmentByHeadings(readMarkdown(markdown).blocks, options);
const keys = (markdown: string, options = {}): string[] =>
  cut(markdown, options).map((piece) => locatorKey(piece.locator));
const book = (...headings: string[]): string =>
  headings.map((heading, at) => `${heading}\n\ntext ${at}`).join('\n\n');

describe('fragmentByHeadings', () => {
  it('drops the title page, and keeps the heading apart from the text', () => {
    expect(
      cut('# THE Book\n\n## Chapter 1\n\nOne.\n\n### scene\n\nTwo.\n\n## Chapter II\n\nThree.', {
        title: 'The book',
      }),
    ).toEqual([
      { locator: [{ scheme: 'chapter', value: '1' }], heading: 'Chapter 1', text: 'One.\n\nscene\n\nTwo.' },
      { locator: [{ scheme: 'chapter', value: '2' }], heading: 'Chapter II', text: 'Three.' },
    ]);
  });

  it('puts text before the first heading at the front', () => {
    expect(cut('A motto.\n\n# One\n\ntext')).toEqual([
      { locator: [{ scheme: 'section', value: 'front' }], text: 'A motto.' },
      { locator: [{ scheme: 'chapter', value: '1' }], heading: 'One', text: 'text' },
    ]);
  });

  it('counts the headings of a book without numbers, and leaves no gap visible for an empty one', () => {
    expect(keys(book('# Loomings', '# The Carpet-Bag'))).toEqual(['ch1', 'ch2']);
    expect(keys('# A\n\n# B\n\ntext')).toEqual(['ch2']);
  });

  it('keeps a prologue and chapter 1 apart', () => {
    expect(keys(book('# Prologue', '# Chapter 1', '# Chapter 2', '# Epilogue'))).toEqual([
      'prologue',
      'ch1',
      'ch2',
      'epilogue',
    ]);
    expect(keys(book('# Before the storm', '# Chapter 1', '# After'))).toEqual([
      'heading-1',
      'ch1',
      'heading-2',
    ]);
  });

  it('keeps part 2 and chapter 2 apart, and chapters that count anew in each part', () => {
    expect(
      keys(
        book(
          '# Part One',
          '## Chapter 1',
          '## Chapter 2',
          '# Part Two',
          '## Chapter 1',
          '## Chapter 2',
          '# Epilogue',
        ),
      ),
    ).toEqual(['part-1', 'part-1.ch1', 'part-1.ch2', 'part-2', 'part-2.ch1', 'part-2.ch2', 'epilogue']);
    expect(
      keys(
        book(
          '# Book I',
          '# Part 1',
          '# Chapter 1',
          '# Part 2',
          '# Chapter 2',
          '# Book II',
          '# Part 1',
          '# Chapter 3',
        ),
      ),
    ).toEqual([
      'book-1',
      'book-1.part-1',
      'book-1.part-1.ch1',
      'book-1.part-2',
      'book-1.part-2.ch2',
      'book-2',
      'book-2.part-1',
      'book-2.part-1.ch3',
    ]);
  });

  it('makes headings below a chapter its sections', () => {
    expect(keys(book('# Chapter 1', '## The quay', '## The boat', '# Chapter 2', '## The quay'))).toEqual([
      'ch1',
      'ch1.s1',
      'ch1.s2',
      'ch2',
      'ch2.s1',
    ]);
  });

  it('gives a second chapter of the same number a place of its own', () => {
    expect(keys(book('# Chapter 1', '# Chapter 1', '# Chapter 1'))).toEqual([
      'ch1',
      'ch1.occurrence-2',
      'ch1.occurrence-3',
    ]);
  });

  it('repeats the heading over the sections of a long chapter', () => {
    expect(cut('# Chapter 1\n\naaaa\n\nbbbb', { maxChars: 5 })).toEqual([
      {
        locator: [
          { scheme: 'chapter', value: '1' },
          { scheme: 'section', value: '1' },
        ],
        heading: 'Chapter 1',
        text: 'aaaa',
      },
      {
        locator: [
          { scheme: 'chapter', value: '1' },
          { scheme: 'section', value: '2' },
        ],
        heading: 'Chapter 1',
        text: 'bbbb',
      },
    ]);
    expect(keys('# Chapter 1\n\n## x\n\naaaa\n\nbbbb', { maxChars: 5 })).toEqual([
      'ch1.s1.para1',
      'ch1.s1.para2',
    ]);
  });

  it('does not take a # in code for a heading', () => {
    expect(keys('# Chapter 1\n\n```\n# Chapter 2\n```\n\ntext')).toEqual(['ch1']);
  });

  it('finds the chapters of a plain text', () => {
    const source =
      'CHAPTER I.\nIt was a day.\nMore.\n\nPart two of the story went on, he said.\n\n12\n\nCHAPTER II\n\nThe end.\n\n第三章\n\n雨が\n降る。\n　次の段落。';
    expect(fragmentByHeadings(readPlain(source))).toEqual([
      {
        locator: [{ scheme: 'chapter', value: '1' }],
        heading: 'CHAPTER I.',
        text: 'It was a day.\nMore.\n\nPart two of the story went on, he said.\n\n12',
      },
      { locator: [{ scheme: 'chapter', value: '2' }], heading: 'CHAPTER II', text: 'The end.' },
      { locator: [{ scheme: 'chapter', value: '3' }], heading: '第三章', text: '雨が降る。\n\n次の段落。' },
    ]);
  });

  it('never lets two pieces share a place, and keeps all text in order (property)', () => {
    const heading = fc.record({
      level: fc.constantFrom(1, 2, 3),
      text: fc.constantFrom(
        'Chapter 1',
        'Chapter 2',
        'Chapter I',
        'Part 1',
        'Part 2',
        'Book 1',
        'Prologue',
        'Prologue',
        'A name',
        'Another',
      ),
    });
    const blocks = fc.array(
      fc.oneof(
        heading,
        fc.nat({ max: 999 }).map((n): TextBlock => ({ text: `words ${n}` })),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(blocks, (list) => {
        const pieces = fragmentByHeadings(list);
        const ids = pieces.map((piece) => locatorKey(piece.locator));
        expect(new Set(ids).size).toBe(ids.length);
        const text = (all: readonly TextBlock[]): string[] =>
          all.filter(({ level }) => level === undefined).map((block) => block.text);
        const kept = pieces
          .flatMap((piece) => piece.text.split('\n\n'))
          .filter((line) => line.startsWith('words'));
        expect(kept).toEqual(text(list));
      }),
      { numRuns: 300 },
    );
  });
});
