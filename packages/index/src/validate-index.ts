/**
 * Checks a private index, wherever it came from, and re-earns the verdicts it states (S§12).
 *
 * Order: header, each entity, each entry, then what they have to do with one another, then for each work the lints and
 * the hash of what each vector was made from. The first fault is reported. A work of n fragments costs linear time.
 */
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import { checkHeader, checkHomogeneous, type IndexHeader } from './check-header.ts';
import {
  checkDistinctIds,
  checkEntity,
  checkFragment,
  checkParents,
  checkReferences,
} from './check-structure.ts';
import { checkTerms } from './check-terms.ts';
import { vectorProblem } from './check-vector.ts';
import { contentHash } from './content-hash.ts';
import { earnVerdicts, type UnearnedFragment } from './earn-verdicts.ts';
import { declaredEmbedText } from './embed-string.ts';
import type { PrivateIndex } from './private-index.ts';
import { createChecker, isRecord, refuseUnknownKeys, type Checker } from './refusal.ts';
import { embedsSchema, hashSchema, storedEntitySchema, storedFragmentSchema } from './stored-shape.ts';

/** An entry as a file states it, its projection not linted yet. */
interface StoredEntry extends UnearnedFragment {
  vector: ArrayLike<number>;
  contentHash: string;
  embeds: Embeds | undefined;
  /** Such as `entries[12]`. */
  entryField: string;
}

/**
 * Reads a value as a private index.
 *
 * @param value         parsed JSON, or an index in memory
 * @param options.file  path to name in errors
 * @returns a checked copy, vectors not copied
 * @throws {IndexFormatError} naming the first field at fault, never its value
 * @throws {PublicSafeLintError} when an authored string or a gist shares a run with the text
 */
export function validateIndex(value: unknown, { file }: { file?: string } = {}): PrivateIndex {
  const checker = createChecker('private index', file);
  const header = checkHeader(checker, value, 'private');
  const entities = header.entities.map((entity, at) => readEntity(checker, entity, `entities[${at}]`));
  const stored = header.entries.map((entry, at) => readEntry(checker, entry, header, `entries[${at}]`));

  const entityIds = entities.map(({ id }) => id);
  const fragmentIds = stored.map(({ fragment }) => fragment.id);
  checkDistinctIds(checker, entityIds, (at) => `entities[${at}].id`);
  checkDistinctIds(checker, fragmentIds, (at) => `entries[${at}].fragment.id`);
  checkParents(checker, entities, { mustResolve: false });
  const members = checkReferences(
    checker,
    entities,
    stored.map(({ fragment }) => fragment),
  );

  const earned = new Map<string, Fragment>();
  members.forEach((positions, at) => {
    const entity = entities[at] as Entity;
    const group = positions.map((position) => stored[position] as StoredEntry);
    const fragments = earnVerdicts(checker, { entity, field: `entities[${at}]`, fragments: group });
    checkEmbedHashes(checker, entity, fragments, group);
    for (const fragment of fragments) earned.set(fragment.id, fragment);
  });
  checkTerms(checker, entities, [...earned.values()]);
  const { builtAt, model, dimensions } = header;
  return {
    version: 4,
    kind: 'private',
    builtAt,
    model,
    dimensions,
    entities,
    entries: stored.map(({ fragment, vector, contentHash: hash, embeds }) => ({
      vector,
      contentHash: hash,
      ...(embeds === undefined ? {} : { embeds }),
      fragment: earned.get(fragment.id) as Fragment,
    })),
  };
}

function readEntity(checker: Checker, value: unknown, field: string): Entity {
  const entity = checker.check(storedEntitySchema, value, field);
  checkEntity(checker, entity, field);
  return entity;
}

function readEntry(checker: Checker, value: unknown, header: IndexHeader, entryField: string): StoredEntry {
  if (!isRecord(value)) throw checker.refuse(entryField, 'is not an object');
  refuseUnknownKeys(checker, value, ENTRY_KEYS, entryField);
  checkHomogeneous(checker, value, header, entryField);
  const hash = checker.check(hashSchema, value['contentHash'], `${entryField}.contentHash`);
  const embeds =
    value['embeds'] === undefined
      ? undefined
      : checker.check(embedsSchema, value['embeds'], `${entryField}.embeds`);
  const problem = vectorProblem(value['vector'], header.dimensions);
  if (problem !== undefined) throw checker.refuse(`${entryField}.vector`, problem);
  const field = `${entryField}.fragment`;
  const { projection, ...fragment } = checker.check(storedFragmentSchema, value['fragment'], field);
  checkFragment(checker, fragment, field);
  const vector = value['vector'] as ArrayLike<number>;
  return { fragment, projection, field, entryField, vector, contentHash: hash, embeds };
}

/** A vector stands for the text it was made from: an edit during embedding must not pair an old one with new words. */
function checkEmbedHashes(
  checker: Checker,
  entity: Entity,
  fragments: readonly Fragment[],
  entries: readonly StoredEntry[],
): void {
  const declared = declaredEmbedText(entity, fragments);
  entries.forEach(({ fragment, embeds = 'text', contentHash: hash, entryField }, at) => {
    if (embeds !== 'text' && fragment.disclosure.exposure === 'text') {
      throw checker.refuse(`${entryField}.embeds`, 'is not text, though the fragment is exposed as text');
    }
    const text = declared(at, embeds);
    if (text === undefined) {
      throw checker.refuse(`${entryField}.embeds`, 'is window, though the work has no such window');
    }
    if (contentHash(text) !== hash) {
      throw checker.refuse(
        `${entryField}.contentHash`,
        'is not the hash of what the entry says was embedded',
      );
    }
  });
}

const ENTRY_KEYS = ['vector', 'contentHash', 'embeds', 'fragment', 'model', 'dimensions'];
