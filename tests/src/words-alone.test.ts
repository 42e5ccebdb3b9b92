/**
 * A search by words alone, as in an outage of the embedder: the first of a list are the first of the whole list.
 */
import { buildLexicalIndex } from '@archive/index';
import { type RetrievalIndex, searchWithCounts } from '@archive/retrieve';
import { buildIndex, buildPassage, buildWork } from '@archive/retrieve/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const WORDS = ['bell', 'harbour', 'night', 'ice'];
const passages = fc.array(
  fc.array(fc.constantFrom(...WORDS, 'and', 'tower'), { minLength: 1, maxLength: 6 }),
  {
    minLength: 1,
    maxLength: 40,
  },
);

function indexOf(texts: readonly (readonly string[])[]): RetrievalIndex {
  const work = buildWork({ id: 'essay:bells', title: 'Of things' });
  const index = buildIndex(
    [work],
    texts.map((words, at) => ({
      fragment: buildPassage(work, `s${at}`, { text: words.join(' ') }),
      vector: [1, 0],
    })),
  );
  return { ...index, lexical: buildLexicalIndex(index.entries, index.entities) };
}

it('finds as many, and the same first, whatever the limit and the floor', () => {
  fc.assert(
    fc.property(
      passages,
      fc.nat({ max: 6 }),
      fc.constantFrom(-1, 0, 0.05, 0.2, 0.5),
      (texts, limit, scoreFloor) => {
        const index = indexOf(texts);
        const ask = (most: number) =>
          searchWithCounts(undefined, 'bell harbour night', index, {
            profile: 'hybrid',
            limit: most,
            scoreFloor,
          });
        const all = ask(100);
        const first = ask(limit);
        expect(first).toEqual({ ...all, hits: all.hits.slice(0, limit) });
        expect(all.hits).toHaveLength(all.matched);
        const reached = texts.filter((words) => words.some((word) => WORDS.slice(0, 3).includes(word)));
        if (scoreFloor <= 0) expect(all.matched).toBe(texts.length);
        else expect(all.matched).toBeLessThanOrEqual(reached.length);
      },
    ),
    { numRuns: 120 },
  );
});
