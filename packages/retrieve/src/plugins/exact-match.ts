/**
 * Lifts a work that the query calls by its title or slug.
 *
 * The query must hold the whole title; both are compared as whole tokens. Reads nothing but the title and the id, which
 * travel with every hit. Source: seed, section 7; decisions 3.5.
 */
import { hasUnspacedScript, normalizeWords } from '@archive/text';
import { fragmentsOfWorks, numbersOfWorks } from '../columns/column-facts.ts';
import { groupAt } from '../columns/groups.ts';
import type { RetrievalColumns, RetrievalIndex } from '../index-port.ts';
import type { BoostPlugin, QueryContext } from '../plugin.ts';
import { COMMON_WORDS } from './common-words.ts';
import { flatContributions, onLayers, type PluginOptions } from './layers.ts';
import { PhraseLookup } from './phrase-lookup.ts';

/** What a title or slug match adds, once, however many match. */
export const EXACT_MATCH_BOOST = 0.3;

/**
 * Makes the exact-match plugin.
 *
 * @param options.layers  default `['public']`
 */
export function exactMatch({ layers = ['public'] }: PluginOptions = {}): BoostPlugin<ReadonlySet<string>> {
  const fires = onLayers(layers);
  return {
    name: 'exactMatch',
    coarse: true,
    prepare: (index, context) => calledWorks(index, context),
    score: (fragment, entity, _context, called) =>
      fires(fragment) && called.has(entity.id) ? EXACT_MATCH_BOOST : 0,
    contributions: (columns, _context, called) =>
      flatContributions(columns, fragmentsOf(columns, called), layers, EXACT_MATCH_BOOST),
  };
}

function* fragmentsOf(columns: RetrievalColumns, works: ReadonlySet<string>): Iterable<number> {
  if (works.size === 0) return;
  const numbers = numbersOfWorks(columns);
  for (const id of works) {
    const work = numbers.get(id);
    if (work !== undefined) yield* groupAt(fragmentsOfWorks(columns), work);
  }
}

/** What the works of an index go by. */
interface Handles {
  readonly ids: readonly string[];
  readonly lookup: PhraseLookup;
}

const remembered = new WeakMap<RetrievalIndex['entities'], Handles>();

function calledWorks({ entities }: RetrievalIndex, { query }: QueryContext): ReadonlySet<string> {
  let handles = remembered.get(entities);
  if (handles === undefined) remembered.set(entities, (handles = handlesOf(entities)));
  const { ids, lookup } = handles;
  return new Set(Array.from(lookup.heldBy(query), (owner) => ids[owner] as string));
}

function handlesOf(entities: RetrievalIndex['entities']): Handles {
  const ids: string[] = [];
  const lookup = new PhraseLookup();
  for (const { id, title } of entities.values()) {
    for (const name of [title, slugPhrase(id)]) if (isDistinctive(name)) lookup.add(name, ids.length);
    ids.push(id);
  }
  return { ids, lookup };
}

/** The part of an id after its first colon, hyphens as spaces. */
export function slugPhrase(entityId: string): string {
  return entityId.slice(entityId.indexOf(':') + 1).replaceAll('-', ' ');
}

/** Whether a name can single out a work: it holds more than one common word, or than one unspaced character. */
export function isDistinctive(phrase: string): boolean {
  const words = normalizeWords(phrase);
  const [only] = words;
  if (only === undefined) return false;
  if (words.length > 1) return true;
  return hasUnspacedScript(only) ? Array.from(only).length > 1 : !COMMON_WORDS.has(only);
}
