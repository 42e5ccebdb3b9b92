/**
 * An archive as its owner knows it: what is published, and the truth behind what is not released.
 */
import path from 'node:path';
import { readTakedowns, TAKEDOWNS_FILE, withoutTakenDown } from '@archive/api';
import type { Embedder } from '@archive/embed';
import {
  buildLexicalIndex,
  buildRetrievalIndex,
  byCodeUnit,
  faceText,
  type PrivateEntry,
  type PrivateIndex,
  privateVectorsOf,
  readGeneration,
  type RetrievalIndexEntry,
  type ServedIndexData,
  toServedIndex,
} from '@archive/index';
import { readServedIndex, type ServedIndex } from '@archive/index/served';
import { type ProbeTarget, cosine } from '@archive/evaluation';

/** Both halves of a published generation. */
export interface ProbeArchive {
  readonly served: ServedIndex;
  readonly own: PrivateIndex;
  readonly data: ServedIndexData;
}

/** Reads both halves; undefined when nothing was published. */
export async function readProbeArchive(out: string): Promise<ProbeArchive | undefined> {
  const generation = await readGeneration(out);
  if (generation === undefined) return undefined;
  const list = await readTakedowns(path.join(out, TAKEDOWNS_FILE));
  return {
    served: withoutTakenDown(await readServedIndex(out), list?.takedowns ?? []),
    own: generation.privateIndex,
    data: generation.servedIndex,
  };
}

/**
 * What is not exposed as text and can be found, by fragment id: what is matched by text or window, or, when nothing is,
 * what is matched by its face.
 */
export function probeTargets({ served, own }: ProbeArchive): ProbeTarget[] {
  const known = new Map(own.entries.map((entry) => [entry.fragment.id, entry]));
  const found = [...served.entries].flatMap((entry) => {
    const truth = known.get(entry.fragment.id);
    const isHidden = entry.fragment.disclosure.exposure !== 'text';
    return truth === undefined || !isHidden ? [] : [{ entry, truth, isFace: entry.embeds === 'face' }];
  });
  const ofText = found.filter(({ isFace }) => !isFace);
  return (ofText.length > 0 ? ofText : found)
    .map(({ entry, truth }) => targetOf(served, entry, truth))
    .sort((a, b) => byCodeUnit(a.fragmentId, b.fragmentId));
}

function targetOf(served: ServedIndex, entry: RetrievalIndexEntry, truth: PrivateEntry): ProbeTarget {
  const { fragment, bits, vector = [] } = entry;
  const { codes } = served;
  const entity = served.entities.get(fragment.entityId);
  const date = fragment.date ?? entity?.date;
  return {
    fragmentId: fragment.id,
    entityId: fragment.entityId,
    text: truth.fragment.text,
    vector: truth.vector,
    keptAs: bits === undefined ? 'exact' : 'bits',
    face: entity === undefined ? '' : faceText(entity, fragment).replaceAll('\n', ' '),
    filters: {
      raw: fragment.disclosure.raw,
      exposure: [fragment.disclosure.exposure].filter((level) => level !== 'none'),
      ...(entity === undefined ? {} : { type: [entity.type] }),
      ...(date === undefined ? {} : { dateFrom: date, dateTo: date }),
    },
    exactScore: (question) =>
      bits === undefined || codes === undefined
        ? cosine(question, vector)
        : codes.line.a * estimated(bits, codes.encodeQuery(question)) + codes.line.c,
  };
}

/** √(π/2)·⟨q, s⟩ / (‖q‖·√b) over the signs of a row. */
function estimated(bits: Uint8Array, question: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const [at, value] of question.entries()) {
    sum += (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1 ? value : -value;
    squares += value * value;
  }
  return (Math.sqrt(Math.PI / 2) * sum) / Math.sqrt(squares * question.length);
}

/**
 * The archive served with and without one more work that is exposed as `none`, whose text is the words of a hidden fragment
 * backwards.
 */
export async function withPlantedNone(
  archive: ProbeArchive,
  embedder: Embedder,
  like: string,
): Promise<{ present: ServedIndex; absent: ServedIndex; text: string }> {
  const { own } = archive;
  const text = like.split(/\s+/).toReversed().join(' ');
  const [vector = new Float32Array()] = await embedder.embed([text]);
  const id = 'probe:planted-none';
  const disclosure = { raw: 'private', exposure: 'none' } as const;
  const planted: PrivateIndex = {
    ...own,
    entities: [
      ...own.entities,
      {
        id,
        type: 'probe',
        title: 'Planted',
        attribution: [],
        url: 'https://archive.example/e/probe:planted-none',
        identifiers: [],
        disclosure,
      },
    ],
    entries: [
      ...own.entries,
      {
        fragment: {
          id: `${id}#p1`,
          entityId: id,
          locator: [{ scheme: 'page', value: '1' }],
          text,
          disclosure,
        },
        vector,
        contentHash: '0'.repeat(16),
      },
    ],
  };
  return { present: strip(archive, planted), absent: strip(archive, own), text };
}

/** The archive served as if one of its works, and everything of it, had never been there. */
export function servedWithout(archive: ProbeArchive, entityId: string): ServedIndex {
  const { own } = archive;
  return strip(archive, {
    ...own,
    entities: own.entities.filter(({ id }) => id !== entityId),
    entries: own.entries.filter(({ fragment }) => fragment.entityId !== entityId),
  });
}

function strip({ data, served }: ProbeArchive, index: PrivateIndex): ServedIndex {
  const stripped = toServedIndex(index, {
    privateVectors: privateVectorsOf(data),
    ...(data.codes === undefined ? {} : { codes: data.codes }),
    ...(data.about === undefined ? {} : { about: data.about }),
    builtAt: data.builtAt,
  });
  const retrieval = buildRetrievalIndex(stripped);
  return {
    ...retrieval,
    lexical: buildLexicalIndex(retrieval.entries, retrieval.entities),
    builtAt: stripped.builtAt,
    entityCount: stripped.entities.length,
    fragmentCount: stripped.entries.length,
    about: stripped.about ?? {},
    sha256: served.sha256,
  };
}
