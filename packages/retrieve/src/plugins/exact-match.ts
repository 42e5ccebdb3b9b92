/**
 * Lifts a work that the query calls by its title or slug.
 *
 * The query must hold the whole title; both are compared as whole tokens. Reads nothing but the title and the id, which
 * travel with every hit. Source: seed, section 7; decisions 3.5.
 */
import type { Entity } from '@archive/contract/private';
import { hasUnspacedScript, normalizeWords } from '@archive/text';
import type { RetrievalIndex } from '../index-port.ts';
import type { BoostPlugin, QueryContext } from '../plugin.ts';
import { COMMON_WORDS } from './common-words.ts';
import { onLayers, type PluginOptions } from './layers.ts';
import { type Phrase, phraseOf, phraseTest } from './phrase-test.ts';

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
  };
}

const remembered = new WeakMap<RetrievalIndex, ReadonlyMap<string, readonly Phrase[]>>();

function calledWorks(index: RetrievalIndex, { query }: QueryContext): ReadonlySet<string> {
  let handles = remembered.get(index);
  if (handles === undefined) {
    handles = new Map(Array.from(index.entities.values(), (entity) => [entity.id, handlesOf(entity)]));
    remembered.set(index, handles);
  }
  const isHeld = phraseTest(query);
  const called = new Set<string>();
  for (const [id, phrases] of handles) if (phrases.some(isHeld)) called.add(id);
  return called;
}

/** What a work goes by. */
function handlesOf({ id, title }: Entity): Phrase[] {
  return [title, slugPhrase(id)].filter(isDistinctive).map(phraseOf);
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
