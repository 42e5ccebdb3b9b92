/**
 * Laws of lexical search: the fast forms equal the slow one, and nothing private is in any of it.
 */
import { buildLexicalIndex, encodePostings, joinSegments, openPostings } from '@archive/index';
import type { Entity } from '@archive/contract/private';
import { lexicalScores, narrowLexical, oracleLexicalScores, topLexical } from '@archive/retrieve/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryLexicalArchive,
  arbitraryQuestion,
  type LexicalArchive,
} from './lib/arbitrary-lexical-archive.ts';

const RUNS = { numRuns: 60 };

function inSegments({ entities, entries }: LexicalArchive, size: number): ReturnType<typeof joinSegments> {
  const segments: ReturnType<typeof openPostings>[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const run = entries.slice(from, from + size).map(({ fragment }) => {
      const entity = entities.get(fragment.entityId);
      if (entity === undefined) throw new Error('no work');
      return { entity, fragment };
    });
    segments.push(openPostings(encodePostings(run)));
  }
  return joinSegments(segments);
}

describe('lexical scores', () => {
  it('equal the oracle, whatever the segments (decisions 3.7)', () => {
    fc.assert(
      fc.property(
        arbitraryLexicalArchive,
        arbitraryQuestion,
        fc.integer({ min: 1, max: 15 }),
        (archive, question, size) => {
          const expected = oracleLexicalScores(question, archive);
          expect(lexicalScores(question, buildLexicalIndex(archive.entries, archive.entities))).toEqual(
            expected,
          );
          expect(lexicalScores(question, inSegments(archive, size))).toEqual(expected);
        },
      ),
      RUNS,
    );
  });

  it('of a view without some entries are those of an index that never held them', () => {
    fc.assert(
      fc.property(
        arbitraryLexicalArchive,
        arbitraryQuestion,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        (archive, question, kept) => {
          const keep = archive.entries.flatMap((_, at) => (kept[at] === true ? [at] : []));
          const left = {
            ...archive,
            entries: keep.map((at) => archive.entries[at] as (typeof archive.entries)[number]),
          };
          const view = narrowLexical(inSegments(archive, 4), keep);
          expect(lexicalScores(question, view)).toEqual(oracleLexicalScores(question, left));
        },
      ),
      RUNS,
    );
  });
});

describe('the pruned form', () => {
  it('equals the exhaustive one on what is exposed as text, values and order (decisions 3.7)', () => {
    fc.assert(
      fc.property(
        arbitraryLexicalArchive,
        arbitraryQuestion,
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        (archive, question, size, limit, hasFilter) => {
          const isAllowed = (position: number): boolean => !hasFilter || position % 3 !== 1;
          const { positions, values, attainable } = lexicalScores(question, inSegments(archive, size));
          const expected = [...positions]
            .map((position, at) => ({ position, value: values[at] as number }))
            .filter(({ position }) => archive.entries[position]?.fragment.disclosure.exposure === 'text')
            .filter(({ position }) => isAllowed(position))
            .sort((a, b) => b.value - a.value || a.position - b.position)
            .slice(0, limit);
          expect(
            topLexical(question, inSegments(archive, size), limit, hasFilter ? isAllowed : undefined),
          ).toEqual({
            positions: expected.map(({ position }) => position),
            values: expected.map(({ value }) => value),
            attainable,
          });
        },
      ),
      RUNS,
    );
  });
});

describe('the pruned form of many short and long texts', () => {
  // Skewed words and lengths, so that bounds differ from segment to segment and lists fill up early.
  const word = fc.nat(99).map((n) => `w${Math.floor((n * n) / 1400)}`);
  const text = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.array(word, { minLength: 1, maxLength: 20 }),
  );
  const entity: Entity = {
    id: 'work:many',
    type: 'work',
    title: '…',
    attribution: [],
    url: 'https://archive.example/many',
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
  };

  it('equals the exhaustive one (decisions 3.7)', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 20, maxLength: 60 }),
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (texts, question, size, limit) => {
          const entries = texts.map((words, at) => ({
            fragment: {
              id: `work:many#${at}`,
              entityId: 'work:many',
              locator: [{ scheme: 'whole', value: '' }],
              text: words.join(' '),
              disclosure: entity.disclosure,
            },
          }));
          const index = inSegments({ entities: new Map([[entity.id, entity]]), entries }, size);
          const { positions, values, attainable } = lexicalScores(question.join(' '), index);
          const expected = [...positions]
            .map((position, at) => ({ position, value: values[at] as number }))
            .sort((a, b) => b.value - a.value || a.position - b.position)
            .slice(0, limit);
          expect(topLexical(question.join(' '), index, limit)).toEqual({
            positions: expected.map(({ position }) => position),
            values: expected.map(({ value }) => value),
            attainable,
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('private text', () => {
  it('changes no byte of any lexical structure when it is edited (decisions 1.5)', () => {
    fc.assert(
      fc.property(arbitraryLexicalArchive, fc.string(), ({ entities, entries }, edit) => {
        const bytesOf = (change: string): Uint8Array =>
          encodePostings(
            entries.map(({ fragment }) => {
              const entity = entities.get(fragment.entityId);
              if (entity === undefined) throw new Error('no work');
              if (fragment.disclosure.exposure === 'text') return { entity, fragment };
              return {
                entity: { ...entity, themes: [change] },
                fragment: { ...fragment, text: change, summary: change, themes: [change], date: change },
              };
            }),
          );
        expect(bytesOf(edit)).toEqual(bytesOf('another text'));
      }),
      RUNS,
    );
  });

  it('and private faces change no score of what is public', () => {
    fc.assert(
      fc.property(arbitraryLexicalArchive, arbitraryQuestion, (archive, question) => {
        const isText = (at: number): boolean => archive.entries[at]?.fragment.disclosure.exposure === 'text';
        const ofText = (from: LexicalArchive): [number, number][] => {
          const { positions, values } = lexicalScores(question, inSegments(from, 5));
          return [...positions]
            .map((at, n): [number, number] => [at, values[n] as number])
            .filter(([at]) => isText(at));
        };
        const without: LexicalArchive = {
          ...archive,
          entries: archive.entries.map(({ fragment }, at) =>
            isText(at)
              ? { fragment }
              : { fragment: { ...fragment, disclosure: { raw: fragment.disclosure.raw, exposure: 'none' } } },
          ),
        };
        expect(ofText(without)).toEqual(ofText(archive));
      }),
      RUNS,
    );
  });
});
