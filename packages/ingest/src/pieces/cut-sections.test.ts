import { locatorKey } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { type BookSection, cutSections } from './cut-sections.ts';

const section = (over: Partial<BookSection>): BookSection => ({
  level: 1,
  blocks: [{ text: 'text' }],
  ...over,
});
const file = (over: Partial<BookSection>): BookSection => section({ opensFile: true, ...over });
const keys = (...sections: BookSection[]): string[] =>
  cutSections(sections, { maxChars: 6000 }).map((piece) => locatorKey(piece.locator));

describe('cutSections over the files of a book', () => {
  it('takes a stated chapter for the place: a number, or a name', () => {
    expect(
      keys(
        file({ level: 0, stated: '2', heading: 'The Carpet-Bag.' }),
        file({ level: 0, stated: 'xii' }),
        file({ level: 0, stated: 'Etymology' }),
        file({ level: 0, stated: 'Part Two' }),
        file({ level: 0, stated: '1' }),
      ),
    ).toEqual(['ch2', 'ch12', 'etymology', 'part-2', 'part-2.ch1']);
  });

  it('counts files that state no place', () => {
    expect(
      keys(
        file({ level: 0 }),
        file({ level: 0 }),
        section({ level: 2, heading: 'Scene' }),
        file({ level: 0 }),
      ),
    ).toEqual(['c1', 'c2', 'c2.s1', 'c3']);
  });

  it('does not carry a chapter over into the next file', () => {
    expect(
      keys(
        file({ heading: 'Chapter 1' }),
        file({ level: 2, heading: 'Chapter 2' }),
        file({ level: 2, heading: 'The gale' }),
      ),
    ).toEqual(['ch1', 'ch2', 'heading-1']);
  });

  it('counts what is withheld apart, so that no gap shows (decisions 1.13)', () => {
    const open = [file({ heading: 'The quay' }), file({ heading: 'The boat' }), file({ level: 0 })];
    const withheld = [
      file({ heading: 'Hidden', exposure: 'none' as const }),
      file({ level: 0, exposure: 'none' as const }),
    ];
    const mixed = [withheld[0], open[0], withheld[1], open[1], open[2]].filter((one) => one !== undefined);
    const pieces = cutSections(mixed, { maxChars: 6000 });
    expect(pieces.filter(({ exposure }) => exposure === undefined)).toEqual(
      cutSections(open, { maxChars: 6000 }),
    );
    expect(
      pieces.filter(({ exposure }) => exposure === 'none').map(({ locator }) => locatorKey(locator)),
    ).toEqual(['unserved-heading-1', 'unserved-chunk-1']);
  });

  it('lets the withheld one yield when two share a place (decisions 1.13)', () => {
    expect(keys(file({ stated: '1', exposure: 'none' }), file({ stated: '1' }))).toEqual([
      'ch1.occurrence-2',
      'ch1',
    ]);
  });
});
