/**
 * The laws of the served path, over generated archives.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EvidenceHit, evidenceHitSchema, SERVED_EXPOSURES } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { capExposure } from './cap-exposure.ts';
import { coarseScore } from './coarse-score.ts';
import type { RetrievalIndex } from './index-port.ts';
import { project } from './project.ts';
import { releasable } from './releasable.ts';
import { retrieve } from './retrieve.ts';
import { search, searchWithCounts } from './search.ts';
import {
  arbitraryArchive,
  arbitraryIndex,
  arbitraryLayout,
  arbitraryQueryVector,
  indexOf,
  type SampleArchive,
} from './testing/arbitrary-index.ts';
import { arbitraryCeiling, arbitraryQuery, arbitrarySearchOptions } from './testing/arbitrary-options.ts';

const RUNS = { numRuns: 100 };
const question = fc.record({
  vector: arbitraryQueryVector,
  query: arbitraryQuery,
  options: arbitrarySearchOptions,
});
const layout = arbitraryLayout;

function answer(
  index: RetrievalIndex,
  { vector, query, options }: { vector: number[]; query: string; options: object },
): string {
  return JSON.stringify(searchWithCounts(vector, query, index, options));
}

/** The archive with each private work and passage changed. */
function withPrivateChanged(
  archive: SampleArchive,
  changeWork: (work: Entity) => Entity,
  changeEntry: (entry: SampleArchive['entries'][number]) => SampleArchive['entries'][number],
): SampleArchive {
  return {
    ...archive,
    entities: archive.entities.map((work) => (work.disclosure.raw === 'private' ? changeWork(work) : work)),
    entries: archive.entries.map((entry) =>
      entry.fragment.disclosure.raw === 'private' ? changeEntry(entry) : entry,
    ),
  };
}

describe('order', () => {
  it('of works and entries never shows in an answer', () => {
    fc.assert(
      fc.property(
        arbitraryArchive,
        layout,
        question,
        fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
        (archive, laidOut, asked, places) => {
          const shuffle = <Item>(items: readonly Item[]): Item[] =>
            items
              .map((item, at) => ({ item, place: places[at] as number }))
              .sort((a, b) => a.place - b.place)
              .map(({ item }) => item);
          const shuffled = {
            ...archive,
            entities: shuffle(archive.entities),
            entries: shuffle(archive.entries),
          };
          expect(answer(indexOf(shuffled, laidOut), asked)).toBe(answer(indexOf(archive, laidOut), asked));
        },
      ),
      RUNS,
    );
  });

  it('of an answer falls by released score, public before private, then by id', () => {
    fc.assert(
      fc.property(arbitraryIndex, arbitraryQueryVector, arbitraryQuery, (index, vector, query) => {
        const hits = search(vector, query, index, { limit: 100, scoreFloor: -2 });
        const key = ({ score, raw, fragmentId }: EvidenceHit): [number, number, string] => [
          -score,
          raw === 'public' ? 0 : 1,
          fragmentId,
        ];
        const sorted = [...hits].sort((a, b) => {
          const [left, right] = [key(a), key(b)];
          return left[0] - right[0] || left[1] - right[1] || (left[2] < right[2] ? -1 : 1);
        });
        expect(hits).toStrictEqual(sorted);
      }),
      RUNS,
    );
  });
});

describe('what rounding hides', () => {
  it('never shows: rows swapped inside a bit class leave answers byte-identical (decisions 1.3)', () => {
    const stretches = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(arbitraryArchive, question, stretches, (archive, asked, stretch) => {
        // Around the mean of the code, every dimension keeps its side and changes its size.
        const swapped = archive.entries.map((entry) =>
          entry.fragment.disclosure.exposure === 'text' || entry.embeds === 'face'
            ? entry
            : { ...entry, vector: entry.vector.map((value, i) => around(i, value, stretch[i] as number)) },
        );
        const laidOut = { coded: true, typedRows: true };
        expect(answer(indexOf({ ...archive, entries: swapped }, laidOut), asked)).toBe(
          answer(indexOf(archive, laidOut), asked),
        );
      }),
      RUNS,
    );
  });

  it('never shows: exact rows with the same rounded cosine give byte-identical answers (decisions 1.1)', () => {
    fc.assert(
      fc.property(
        arbitraryArchive,
        question,
        fc.double({ min: -0.024, max: 0.024, noNaN: true }),
        (archive, { query, options }, nudge) => {
          const plane = (archiveOf: (cosine: number) => number): SampleArchive => ({
            ...archive,
            dimensions: 2,
            entries: archive.entries.map((entry) => {
              const cosine = Math.sin(entry.vector[0] as number);
              const shown =
                entry.fragment.disclosure.exposure === 'text' ? cosine : archiveOf(coarseScore(cosine));
              const clamped = Math.max(-1, Math.min(1, shown));
              return { ...entry, vector: [clamped, Math.sqrt(1 - clamped * clamped)] };
            }),
          });
          const asked = { vector: [1, 0], query, options: { ...options } };
          delete asked.options.privateQueryVector;
          const laidOut = { coded: false, typedRows: false };
          expect(
            answer(
              indexOf(
                plane((cosine) => cosine + nudge),
                laidOut,
              ),
              asked,
            ),
          ).toBe(
            answer(
              indexOf(
                plane((cosine) => cosine),
                laidOut,
              ),
              asked,
            ),
          );
        },
      ),
      RUNS,
    );
  });
});

describe('the private side', () => {
  it('never moves a public answer: other themes, words, dates, reviews and rows change nothing (decisions 1.5)', () => {
    fc.assert(
      fc.property(
        arbitraryArchive,
        layout,
        question,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 8, maxLength: 8 }),
        (archive, laidOut, asked, row) => {
          const other = withPrivateChanged(
            archive,
            (work) => ({ ...work, themes: ['ice', 'harbour', 'night'], title: 'Another', date: '2021' }),
            (entry) => ({
              ...entry,
              vector: row,
              fragment: {
                ...entry.fragment,
                text: 'other words',
                themes: ['ice', 'the sea'],
                sourceReview: 'reviewed',
                date: '2020',
              },
            }),
          );
          const toPublic = {
            ...asked,
            options: { ...asked.options, filters: { ...asked.options.filters, raw: 'public' as const } },
          };
          expect(answer(indexOf(other, laidOut), toPublic)).toBe(answer(indexOf(archive, laidOut), toPublic));
        },
      ),
      RUNS,
    );
  });

  it('never moves a text hit within a mixed answer', () => {
    fc.assert(
      fc.property(
        arbitraryArchive,
        layout,
        arbitraryQueryVector,
        arbitraryQuery,
        (archive, laidOut, vector, query) => {
          const other = withPrivateChanged(
            archive,
            (work) => ({ ...work, themes: ['ice', 'night'] }),
            (entry) => ({ ...entry, vector: [9, 1, 9, 1, 9, 1, 9, 1] }),
          );
          const texts = (index: RetrievalIndex): EvidenceHit[] =>
            search(vector, query, index, { limit: 100 }).filter(({ exposure }) => exposure === 'text');
          expect(texts(indexOf(other, laidOut))).toStrictEqual(texts(indexOf(archive, laidOut)));
        },
      ),
      RUNS,
    );
  });
});

describe('stripping', () => {
  it('changes no answer: a served index says what the private one would', () => {
    fc.assert(
      fc.property(arbitraryArchive, layout, question, (archive, laidOut, asked) => {
        expect(answer(indexOf(stripped(archive), laidOut), asked)).toBe(
          answer(indexOf(archive, laidOut), asked),
        );
      }),
      RUNS,
    );
  });
});

describe('a ceiling', () => {
  it('never adds: each hit was there without it, and shows no more', () => {
    fc.assert(
      fc.property(
        arbitraryIndex,
        arbitraryQueryVector,
        arbitraryQuery,
        arbitraryCeiling,
        (index, vector, query, ceiling) => {
          const options = { limit: 100, scoreFloor: 0 };
          const plain = search(vector, query, index, options);
          const capped = searchWithCounts(vector, query, index, { ...options, ceiling });
          const shown = new Map([...releasable(index)].map((hit) => [hit.fragmentId, hit]));
          expect(capped.matched).toBeLessThanOrEqual(plain.length + twinCount(index));
          for (const hit of capped.hits) {
            const without = shown.get(hit.fragmentId) as EvidenceHit;
            expect(SERVED_EXPOSURES.indexOf(hit.exposure)).toBeGreaterThanOrEqual(
              SERVED_EXPOSURES.indexOf(without.exposure),
            );
            const { score: _score, ...fields } = hit;
            if (hit.exposure !== without.exposure)
              expect(capExposure({ ...without, score: 0 }, 'locator')).toMatchObject(fields);
          }
        },
      ),
      RUNS,
    );
  });

  it('that withholds leaves no trace: the answer is that of an index without those passages', () => {
    fc.assert(
      fc.property(
        arbitraryArchive,
        layout,
        question,
        fc.nat({ max: 6 }),
        (archive, laidOut, { vector, query, options }, salt) => {
          const isOut = (id: string): boolean => (id.length + id.charCodeAt(id.length - 1) + salt) % 3 === 0;
          const ceiling = ({ fragmentId }: EvidenceHit) =>
            isOut(fragmentId) ? ('withheld' as const) : ('text' as const);
          // Public text feeds the theme count, so only what is not exposed as text is taken out of this archive.
          const withheld = (fragment: Fragment): boolean =>
            fragment.disclosure.raw === 'private' && isOut(fragment.id);
          const entries = archive.entries.filter(({ fragment }) => !withheld(fragment));
          const sparing = (hit: EvidenceHit) => (hit.raw === 'private' ? ceiling(hit) : 'text');
          const asked = { vector, query, options: { ...options, ceiling: sparing } };
          expect(answer(indexOf(archive, laidOut), asked)).toBe(
            answer(indexOf({ ...archive, entries }, laidOut), {
              ...asked,
              options: { ...options, ceiling: () => 'text' as const },
            }),
          );
        },
      ),
      RUNS,
    );
  });
});

describe('crossing', () => {
  it('yields only hits that fit the strict contract, coarse where they must be', () => {
    fc.assert(
      fc.property(arbitraryIndex, question, (index, { vector, query, options }) => {
        for (const hit of search(vector, query, index, options)) {
          expect(evidenceHitSchema.parse(hit)).toStrictEqual(hit);
          if (hit.exposure !== 'text') expect(coarseScore(hit.score)).toBe(hit.score);
          expect(Object.values(hit)).not.toContain(undefined);
        }
      }),
      RUNS,
    );
  });

  it('shows of a passage what projecting it shows, score apart', () => {
    fc.assert(
      fc.property(arbitraryIndex, arbitraryQueryVector, arbitraryQuery, (index, vector, query) => {
        const searched = search(vector, query, index, { limit: 100, scoreFloor: -2 });
        const projected = retrieve(vector, query, index, {
          limit: 100,
          scoreFloor: -2,
          filters: { exposure: [...SERVED_EXPOSURES] },
        }).map(project);
        const faces = (hits: readonly EvidenceHit[]) =>
          Object.fromEntries(hits.map(({ score: _score, ...face }) => [face.fragmentId, face]));
        expect(faces(searched)).toStrictEqual(faces(projected));
        const texts = (hits: readonly EvidenceHit[]) => hits.filter(({ exposure }) => exposure === 'text');
        expect(texts(searched)).toStrictEqual(texts(projected));
      }),
      RUNS,
    );
  });

  it('releases every served passage once, with score 0, and none of the rest', () => {
    fc.assert(
      fc.property(arbitraryIndex, (index) => {
        const released = [...releasable(index)];
        const served = [...index.entries]
          .filter(({ fragment }) => fragment.disclosure.exposure !== 'none')
          .map(({ fragment }) => fragment.id);
        expect(released.map(({ fragmentId }) => fragmentId)).toStrictEqual(served.sort());
        for (const hit of released) expect([hit.score, 'breakdown' in hit]).toStrictEqual([0, false]);
      }),
      RUNS,
    );
  });
});

/** The archive as a served index holds it: nothing that no hit may carry but the rows and the themes of what is shown as text. */
function stripped({ entities, entries, dimensions }: SampleArchive): SampleArchive {
  const served = entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'none');
  const isShown = (id: string): boolean =>
    served.some(({ fragment }) => fragment.entityId === id && fragment.disclosure.exposure === 'text');
  return {
    dimensions,
    entities: entities
      .filter(({ id }) => served.some(({ fragment }) => fragment.entityId === id))
      .map(({ policy: _policy, themes, ...work }) =>
        isShown(work.id) && themes !== undefined ? { ...work, themes } : work,
      ),
    entries: served.map((entry) => {
      const { sourceReview: _review, ...fragment } = entry.fragment;
      if (fragment.disclosure.exposure === 'text') return { ...entry, fragment };
      const { summary: _summary, themes: _themes, ...rest } = fragment;
      return { ...entry, fragment: { ...rest, text: '' } };
    }),
  };
}

/** Moves a value away from the mean of the sample code without crossing it. */
function around(dimension: number, value: number, stretch: number): number {
  const mean = [0.25, -0.25][dimension] ?? 0;
  return mean + (value - mean) * stretch;
}

function twinCount(index: RetrievalIndex): number {
  return [...index.entries].filter(({ embeds }) => embeds === 'face').length;
}
