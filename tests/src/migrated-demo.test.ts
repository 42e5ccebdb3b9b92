/**
 * An index of schema 2 with genuine 3072-dimensional vectors, taken to schema 4, against the gold queries made for it.
 *
 * The data lie beside the checkout and are read in place; where they are missing there is nothing to test.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchOutcome } from '@archive/contract';
import {
  buildRetrievalIndex,
  migrateV2ToV3,
  migrateV3ToV4,
  type PrivateIndex,
  toServedIndex,
  validateIndex,
  validateServedIndex,
} from '@archive/index';
import { searchWithCounts } from '@archive/retrieve';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const data = path.resolve(import.meta.dirname, '../../../shared/data/answer-engine-demo');

interface GoldQuery {
  id: string;
  query: string;
  expectAnswerMode: string;
  expectSources?: string[];
  forbidSources?: string[];
}
interface StoredEntry {
  vector: number[];
}

const json = <T>(file: string): T => JSON.parse(readFileSync(path.join(data, file), 'utf8')) as T;
const gold = (file: string): GoldQuery[] =>
  (parse(readFileSync(path.join(data, file), 'utf8')) as { queries: GoldQuery[] }).queries;

/** The id of the work a hit belongs to: gold files name works. */
const topOf = ({ hits }: SearchOutcome): string | undefined => hits[0]?.entity.id;

describe.runIf(existsSync(data))('the migrated demo index', () => {
  const natural = (): PrivateIndex => validateIndex(migrateV3ToV4(migrateV2ToV3(json('index.json'))));

  it('keeps every vector bit for bit through 2 → 3 → 4 (S§12)', () => {
    const before = json<{ entries: StoredEntry[] }>('index.json').entries.map(({ vector }) => vector);
    const after = natural().entries.map(({ vector }) => Array.from(vector));
    expect(after).toEqual(before);
    expect(after[0]?.length).toBe(3072);
  });

  const queries = (): { gold: GoldQuery; vector: number[] }[] => {
    const vectors = new Map(
      json<{ queries: { id: string; vector: number[] }[] }>('query-vectors.json').queries.map(
        ({ id, vector }) => [id, vector],
      ),
    );
    return gold('gold.yaml').map((entry) => ({ gold: entry, vector: vectors.get(entry.id) ?? [] }));
  };

  const judge = (privateVectors: 'exact' | 'coded'): { id: string; holds: boolean }[] => {
    const served = validateServedIndex(toServedIndex(natural(), { privateVectors }));
    const index = buildRetrievalIndex(served);
    return queries().map(
      ({ gold: { id, query, expectAnswerMode, expectSources = [], forbidSources = [] }, vector }) => {
        const outcome = searchWithCounts(vector, query, index, { scoreFloor: 0.2 });
        const found = outcome.hits.map((hit) => hit.entity.id);
        const isThere =
          expectSources.every((source) => found.includes(source)) &&
          !forbidSources.some((source) => found.includes(source));
        const isFirst = expectAnswerMode === 'not-found' || topOf(outcome) === expectSources[0];
        return { id, holds: isThere && isFirst };
      },
    );
  };

  it('holds every gold query under privateVectors: exact, the expected source in the top slot', () => {
    expect(judge('exact')).toEqual(
      [
        'econ-justice',
        'econ-labour',
        'george-amos',
        'george-isaiah',
        'partial-name-no-boost',
        'route-forgiveness',
        'refuse-out-of-domain',
      ].map((id) => ({ id, holds: true })),
    );
  });

  it('holds every gold query when private vectors are sign bits as well', () => {
    expect(judge('coded').filter(({ holds }) => !holds)).toEqual([]);
  });
});
