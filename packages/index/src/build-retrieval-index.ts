/**
 * Makes a checked index ready for retrieval: works by id, entries, and the coding of queries.
 *
 * The result has the shape of the port that `@archive/retrieve` states; this package does not import it.
 */
import type { Embeds, Fragment } from '@archive/contract/private';
import type { PrivateIndex } from './private-index.ts';
import type {
  IndexForRetrieval,
  RetrievalIndexEntry,
  ServedFragment,
  ServedIndexData,
} from './served-index.ts';
import { encodeQuery } from './sign-codes.ts';

/** Turns a private or a served index into what retrieval searches. Entries keep their order; vectors are not copied. */
export function buildRetrievalIndex(index: PrivateIndex | ServedIndexData): IndexForRetrieval {
  return index.kind === 'private' ? fromPrivate(index) : fromServed(index);
}

function fromPrivate({ entities, entries, model, dimensions }: PrivateIndex): IndexForRetrieval {
  return {
    entities: new Map(entities.map((entity) => [entity.id, entity])),
    entries: entries.map(({ fragment, vector, embeds }) => withEmbeds({ fragment, vector }, embeds)),
    model,
    dimensions,
  };
}

function fromServed({
  entities,
  entries,
  model,
  dimensions,
  codes,
  about,
}: ServedIndexData): IndexForRetrieval {
  return {
    entities: new Map(entities.map((entity) => [entity.id, entity])),
    entries: entries.map((entry) => {
      const fragment = toServedFragment(entry.fragment);
      return withEmbeds(
        'bits' in entry ? { fragment, bits: entry.bits } : { fragment, vector: entry.vector },
        entry.embeds,
      );
    }),
    ...servedSettings({
      model,
      dimensions,
      ...(codes === undefined ? {} : { codes }),
      ...(about === undefined ? {} : { about }),
    }),
  };
}

/** What an index says of itself, in the shape of the port. */
export function servedSettings({
  model,
  dimensions,
  codes,
  about,
}: Pick<ServedIndexData, 'model' | 'dimensions' | 'codes' | 'about'>): Omit<
  IndexForRetrieval,
  'entities' | 'entries'
> {
  return {
    model,
    dimensions,
    ...(codes === undefined
      ? {}
      : {
          codes: {
            bits: codes.bits,
            encodeQuery: (vector: ArrayLike<number>) => encodeQuery(vector, codes),
            line: { a: codes.line.a, c: codes.line.c },
          },
        }),
    ...(about?.floor === undefined ? {} : { floor: about.floor }),
    ...(about?.scoreCap === undefined ? {} : { scoreCap: about.scoreCap }),
    ...(about?.fusion === undefined ? {} : { fusion: about.fusion }),
  };
}

function withEmbeds(entry: RetrievalIndexEntry, embeds: Embeds | undefined): RetrievalIndexEntry {
  return embeds === undefined ? entry : { ...entry, embeds };
}

/** A served fragment as retrieval types it; a served file carries no hash of the text, so that field is empty here. */
export function toServedFragment({ projection, ...fragment }: ServedFragment): Fragment {
  return projection === undefined
    ? fragment
    : { ...fragment, projection: { ...projection, contentHash: '' } };
}
