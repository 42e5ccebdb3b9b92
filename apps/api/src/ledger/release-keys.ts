/**
 * What works, descriptions, places and questions are called in the account: keyed digests of what a caller sees.
 *
 * A key follows from the work and the face alone, never from a fragment id or a generation, so that a rebuild resets no
 * budget. Without the secret of the ledger a row names nothing.
 */
import { createHmac } from 'node:crypto';
import type { EvidenceHit } from '@archive/contract';
import type { RetrievalIndex } from '@archive/retrieve';
import { directoryOf, type IndexDirectory } from '../index-directory.ts';

/** Name of the secret they are made with; it is never changed. */
export const FACES_SECRET = 'faces';

/** The keys of one served index; each is made once. */
export class ReleaseKeys {
  readonly #secret: Uint8Array;
  readonly #works = new Map<string, { key: string; served: number }>();
  readonly #places = new Map<string, string>();
  readonly #gists = new Map<string, string>();
  readonly #measured = new Map<string, string>();
  readonly #index: RetrievalIndex;
  readonly #directory: IndexDirectory;

  constructor(secret: Uint8Array, index: RetrievalIndex) {
    this.#secret = secret;
    this.#index = index;
    this.#directory = directoryOf(index);
    for (const id of privateWorks(index))
      this.#works.set(id, { key: this.#digest('work', [id]), served: this.#directory.work(id).length });
  }

  /** Ids of the private works, with their keys and how many fragments are served of each. */
  works(): ReadonlyMap<string, { key: string; served: number }> {
    return this.#works;
  }

  /** Key and size of the work of a private hit. @throws when the index has no such work */
  work({ entity }: EvidenceHit): { key: string; served: number } {
    const work = this.#works.get(entity.id);
    if (work === undefined) throw new TypeError('a hit is of no private work of this index');
    return work;
  }

  /** Key of where a hit is, whatever else it shows. */
  place(hit: EvidenceHit): string {
    return made(this.#places, hit.fragmentId, () => this.#digest('place', placeOf(hit)));
  }

  /** Key of a hit that shows a description: a changed description is another. */
  gist(hit: EvidenceHit & { exposure: 'semantic' }): string {
    return made(this.#gists, hit.fragmentId, () => this.#digest('gist', [...placeOf(hit), hit.gist]));
  }

  /**
   * Key of what a score is a measurement of. Neighbours that are compared by one window have one: each would otherwise
   * lend the others its questions.
   */
  measured(hit: EvidenceHit): string {
    return made(this.#measured, hit.fragmentId, () => {
      const position = this.#directory.fragment(hit.fragmentId);
      const entry = position === undefined ? undefined : this.#index.entries.at(position);
      if (entry?.embeds !== 'window') return this.place(hit);
      return this.#digest('window', [hit.entity.id, Array.from(entry.bits ?? entry.vector ?? [])]);
    });
  }

  /** Key of a question in its canonical form: any other form is another question. */
  question(canonical: string): string {
    return this.#digest('question', [canonical]);
  }

  #digest(kind: string, parts: readonly unknown[]): string {
    return digest(this.#secret, kind, parts);
  }
}

/** Ids of the private works; read off the columns where there are some, so that no work need be read. */
function* privateWorks({ entities, columns }: RetrievalIndex): Generator<string> {
  if (columns === undefined) {
    for (const [id, { disclosure }] of entities) if (disclosure.raw === 'private') yield id;
    return;
  }
  const works = new Set<number>();
  for (let position = 0; position < columns.raw.length; position++)
    if (columns.raw[position] === PRIVATE) works.add(columns.work[position] as number);
  for (const work of works) yield columns.workIds.at(work) as string;
}

/** How the column of `raw` writes private. */
const PRIVATE = 1;

/** What a caller is called on one day. */
export function callerKey(daily: Uint8Array, caller: string): string {
  return digest(daily, 'caller', [caller]);
}

function placeOf({ entity, locator, attribution = [], date }: EvidenceHit): unknown[] {
  return [
    entity.id,
    locator.map(({ scheme, value, end }) => [scheme, value, end ?? null]),
    attribution.map(({ name, role, placeholder }) => [name, role ?? null, placeholder ?? null]),
    date ?? null,
  ];
}

/** 96 bits are plenty: a caller cannot try keys. */
const KEY_CHARS = 16;

function digest(secret: Uint8Array, kind: string, parts: readonly unknown[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url')
    .slice(0, KEY_CHARS);
}

function made(map: Map<string, string>, id: string, make: () => string): string {
  const known = map.get(id);
  if (known !== undefined) return known;
  const key = make();
  map.set(id, key);
  return key;
}
