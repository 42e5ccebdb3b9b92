import type { LintedGist } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { describe, expect, it } from 'vitest';
import { IndexFormatError } from '../index-format-error.ts';
import { buildLexicalIndex } from './build-lexical-index.ts';
import { checkPostings } from './check-postings.ts';
import { encodePostings, type LexicalEntry } from './encode-postings.ts';
import { openPostings } from './open-postings.ts';
import type { PostingsLane } from './postings-lane.ts';
import { termKey } from './term-table.ts';

function work(change: Partial<Entity> = {}): Entity {
  return {
    id: 'essay:a',
    type: 'essay',
    title: 'Tide',
    attribution: [{ name: 'Ada Winter' }],
    url: 'https://archive.example/a',
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
    ...change,
  };
}

function piece(text: string, change: Partial<Fragment> = {}): Fragment {
  return {
    id: 'essay:a#whole',
    entityId: 'essay:a',
    locator: [{ scheme: 'whole', value: '' }],
    text,
    disclosure: { raw: 'public', exposure: 'text' },
    ...change,
  };
}

const publicEntry = (text: string, change?: Partial<Fragment>): LexicalEntry => ({
  entity: work(),
  fragment: piece(text, change),
});

/** What a lane says of each entry. */
function countsOf(lane: PostingsLane): Record<string, [place: number, count: number][]> {
  const terms: Record<string, [number, number][]> = {};
  for (let term = 0; term < lane.termCount; term++) {
    const entries: [number, number][] = [];
    for (let n = lane.starts[term] as number; n < (lane.starts[term + 1] as number); n++)
      entries.push([lane.places[n] as number, lane.counts[n] as number]);
    terms[lane.termAt(term)] = entries;
  }
  return terms;
}

const termsOf = (lane: PostingsLane): string[] =>
  Array.from({ length: lane.termCount }, (_, term) => lane.termAt(term));

describe('encodePostings', () => {
  it('counts the words of a public text by field, stemmed and as written', () => {
    const { text, face, gist, size, languageOf } = openPostings(
      encodePostings([publicEntry('The boats and the nets of a tide'), publicEntry('', { summary: 'Nets' })]),
    );
    expect(size).toBe(2);
    expect([...languageOf]).toEqual([1, 0]);
    expect(countsOf(text)).toEqual({
      '=boats': [[0, 1]],
      '=nets': [[0, 1]],
      a: [[0, 1]],
      ada: [
        [0, 1],
        [1, 1],
      ],
      and: [[0, 1]],
      boat: [[0, 1]],
      net: [[0, 1]],
      nets: [[1, 1]],
      of: [[0, 1]],
      the: [[0, 2]],
      tide: [
        [0, 3],
        [1, 2],
      ],
      winter: [
        [0, 1],
        [1, 1],
      ],
    });
    expect([...text.lengths]).toEqual([12, 5]);
    expect(text.isWritten(text.find(termKey('nets')))).toBe(true);
    expect(text.isWritten(text.find(termKey('boat')))).toBe(false);
    expect([face.documents, gist.documents]).toEqual([0, 0]);
  });

  it('reads only the face of what is not exposed as text, and its gist apart (decisions 1.5)', () => {
    const entity = work({ disclosure: { raw: 'private', exposure: 'locator' } });
    const fragment = piece('a secret lighthouse', {
      disclosure: { raw: 'private', exposure: 'semantic' },
      summary: 'secret',
      locator: [
        { scheme: 'chapter', value: 'Harbour' },
        { scheme: 'page', value: '12' },
      ],
      attribution: [{ name: 'Bo' }, { name: 'Speaker 2', placeholder: 'unnamed' }],
      projection: {
        lint: 'passed',
        gist: 'about light' as LintedGist,
        contentHash: '',
        source: 'edited',
        review: 'reviewed',
      },
    });
    const { text, face, gist } = openPostings(encodePostings([{ entity, fragment }]));
    expect(text.documents).toBe(0);
    expect(Object.keys(countsOf(face))).toEqual(['ada', 'bo', 'harbour', 'tide', 'winter']);
    expect(Object.keys(countsOf(gist))).toEqual(['about', 'light']);
  });

  it('holds nothing of what is exposed as none (decisions 1.13)', () => {
    const none = {
      entity: work(),
      fragment: piece('secret', { disclosure: { raw: 'public', exposure: 'none' } }),
    };
    const { text, face, gist } = openPostings(encodePostings([none]));
    expect([text, face, gist].map(({ termCount }) => termCount)).toEqual([0, 0, 0]);
  });

  it('keeps places of identifiers and of characters beyond the first plane', () => {
    const { text } = openPostings(encodePostings([publicEntry('𠮷野家 ISBN 978-3-16-148410-0, ﾊﾝ')]));
    expect(termsOf(text).filter((term) => /[^a-z]/.test(term))).toEqual([
      '#9783161484100',
      '0',
      '148410',
      '16',
      '3',
      '978',
      'ハン',
      'ン',
      '家',
      '野家',
      '𠮷野',
    ]);
  });

  it('refuses more entries than a place can count', () => {
    const many = Array.from({ length: 65_537 }, () => publicEntry(''));
    expect(() => encodePostings(many)).toThrow(RangeError);
  });
});

describe('openPostings', () => {
  const bytes = encodePostings([publicEntry('The boats and the nets'), publicEntry('boats 東京')]);

  it('reads bytes wherever they lie', () => {
    const moved = new Uint8Array(bytes.length + 3).subarray(3);
    moved.set(bytes);
    expect(countsOf(openPostings(moved).text)).toEqual(countsOf(openPostings(bytes).text));
    // Of a Buffer, `slice` copies nothing.
    const buffer = Buffer.from(moved.buffer, 3);
    expect(countsOf(openPostings(buffer).text)).toEqual(countsOf(openPostings(bytes).text));
  });

  it('refuses what is cut short, too long, or something else', () => {
    expect(() => openPostings(bytes.slice(0, -4))).toThrow(IndexFormatError);
    expect(() => openPostings(bytes.slice(0, 20))).toThrow(IndexFormatError);
    expect(() => openPostings(Uint8Array.of(...bytes, 0, 0, 0, 0))).toThrow(IndexFormatError);
    expect(() => openPostings(new Uint8Array(bytes.length))).toThrow(IndexFormatError);
  });

  it('finds every run of terms by its beginning', () => {
    const { text } = openPostings(bytes);
    const begun = (beginning: string): string[] => {
      const [from, to] = text.range(termKey(beginning));
      return Array.from({ length: to - from }, (_, at) => text.termAt(from + at));
    };
    expect(begun('b')).toEqual(['boat', 'boats']);
    expect(begun('=')).toEqual(['=boats', '=nets']);
    expect(begun('東')).toEqual(['東京']);
    expect(begun('zz')).toEqual([]);
  });
});

describe('checkPostings', () => {
  const bytes = encodePostings([
    publicEntry('The boats and the nets'),
    publicEntry('boats 東京'),
    publicEntry(''),
  ]);

  it('passes what was written', () => {
    expect(() => checkPostings(bytes)).not.toThrow();
    expect(() => checkPostings(encodePostings([]))).not.toThrow();
  });

  it('finds nearly every changed byte, and never lets one through that reads out of bounds', () => {
    let missed = 0;
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ 0x41;
      try {
        checkPostings(changed);
        missed++;
        const { text, size } = openPostings(changed);
        expect([...text.places].every((place) => place < size)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(IndexFormatError);
      }
    }
    // A letter or a count changed into another, a mark of a written word, filler: what only a checksum can tell.
    expect(missed / bytes.length).toBeLessThan(0.25);
  });
});

describe('buildLexicalIndex', () => {
  it('is the same as its runs one by one', () => {
    const entries = ['boats', 'nets', 'tide'].map((text) => ({ fragment: piece(text) }));
    const index = buildLexicalIndex(entries, new Map([['essay:a', work()]]));
    expect(index.segments.map(({ size }) => size)).toEqual([3]);
    expect(() => buildLexicalIndex(entries, new Map())).toThrow(RangeError);
  });
});
