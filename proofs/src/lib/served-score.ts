/**
 * A fragment as an anonymous caller can measure it: one locator fragment of a private work in a served index, asked through
 * the search that serves.
 *
 * Its row is either the sign bits that a served index keeps by default, or the exact vector of `privateVectors: exact`.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import type { Embedder } from '@archive/embed';
import type { ScoreOracle } from '@archive/evaluation';
import { completeCodesSpec, encodeQuery, encodeSignBits } from '@archive/index';
import { type RetrievalIndex, search } from '@archive/retrieve';

/** How the row of the fragment is kept. */
export type KeptAs = 'bits' | 'exact';

/** Puts a vector behind the search, and gives the one thing a caller sees of it: a score. */
export function serveOneFragment(vector: Float32Array, embedder: Embedder, keptAs: KeptAs): ScoreOracle {
  const spec = completeCodesSpec(vector.length, embedder.codes ?? {});
  const entity: Entity = {
    id: 'note:n1',
    type: 'note',
    title: 'Untitled',
    attribution: [],
    url: 'https://archive.example/e/note:n1',
    identifiers: [],
    disclosure: { raw: 'private', exposure: 'locator' },
  };
  const fragment: Fragment = {
    id: 'note:n1#p1',
    entityId: entity.id,
    locator: [{ scheme: 'page', value: '1' }],
    text: '',
    disclosure: entity.disclosure,
  };
  const index: RetrievalIndex = {
    entities: new Map([[entity.id, entity]]),
    entries: [
      keptAs === 'exact'
        ? { fragment, vector, embeds: 'text' }
        : { fragment, bits: encodeSignBits(vector, spec), embeds: 'text' },
    ],
    dimensions: vector.length,
    ...(keptAs === 'exact'
      ? {}
      : { codes: { bits: spec.bits, line: spec.line, encodeQuery: (asked) => encodeQuery(asked, spec) } }),
    ...(embedder.defaultFloor === undefined ? {} : { floor: embedder.defaultFloor }),
    ...(embedder.scoreCap === undefined ? {} : { scoreCap: embedder.scoreCap }),
  };
  return async (text, asked) => search(asked, text, index, { limit: 1 })[0]?.score;
}
