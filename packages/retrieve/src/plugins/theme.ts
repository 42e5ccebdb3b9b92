/**
 * Lifts a work or fragment that carries a theme the query names, unless the theme is on too many works to tell any apart.
 *
 * The frequency is counted on public served works alone, so that no theme of a private one can move a public score
 * (decisions 1.5, 3.5).
 */
import { foldForSearch } from '@archive/text';
import type { RetrievalIndex } from '../index-port.ts';
import type { BoostPlugin } from '../plugin.ts';
import { onLayers, type PluginOptions } from './layers.ts';
import { phraseOf, phraseTest } from './phrase-test.ts';

/** What a theme adds, once, however many match. */
export const THEME_BOOST = 0.15;
/** Share of the works above which a theme is too common. */
export const THEME_SHARE = 0.05;
/** Works that may always share a theme. */
export const THEME_FREE_WORKS = 4;

/**
 * Makes the theme plugin. The themes of a fragment stand in for those of its work when it states any list.
 *
 * @param options.layers  default `['public']`
 */
export function theme({ layers = ['public'] }: PluginOptions = {}): BoostPlugin<(theme: string) => boolean> {
  const fires = onLayers(layers);
  return {
    name: 'theme',
    prepare: (index, { query }) => namedThemes(index, query),
    score: (fragment, entity, _context, isNamed) =>
      fires(fragment) && (fragment.themes ?? entity.themes ?? []).some(isNamed) ? THEME_BOOST : 0,
  };
}

/** Makes the test "this theme, as written, is one the query names and that may boost". */
function namedThemes(index: RetrievalIndex, query: string): (theme: string) => boolean {
  const isHeld = phraseTest(query);
  const named = new Set(Array.from(discriminatingThemes(index)).filter((folded) => isHeld(phraseOf(folded))));
  if (named.size === 0) return () => false;
  const answers = new Map<string, boolean>();
  return (written) => {
    const found = answers.get(written);
    if (found !== undefined) return found;
    const answer = named.has(foldForSearch(written));
    answers.set(written, answer);
    return answer;
  };
}

const remembered = new WeakMap<RetrievalIndex, ReadonlySet<string>>();

/**
 * The themes of an index, folded, that may boost: those on at most max(4, ceil(5 % of the works)) works, counting public
 * works that have a served fragment. Such a work carries, once each, the themes of its fragments exposed as text and, if
 * it has one, its own; themes of anything else are on no work, so that stripping an index changes no count.
 */
export function discriminatingThemes(index: RetrievalIndex): ReadonlySet<string> {
  let themes = remembered.get(index);
  if (themes === undefined) remembered.set(index, (themes = chooseThemes(index)));
  return themes;
}

function chooseThemes(index: RetrievalIndex): ReadonlySet<string> {
  const { frequency, works } = countOnPublicFaces(index);
  const most = Math.max(THEME_FREE_WORKS, Math.ceil(THEME_SHARE * works));
  const chosen = new Set<string>();
  for (const { themes = [] } of [
    ...index.entities.values(),
    ...Array.from(index.entries, ({ fragment }) => fragment),
  ]) {
    for (const written of themes) {
      const folded = foldForSearch(written);
      if (folded !== '' && (frequency.get(folded) ?? 0) <= most) chosen.add(folded);
    }
  }
  return chosen;
}

function countOnPublicFaces({ entities, entries }: RetrievalIndex): {
  frequency: Map<string, number>;
  works: number;
} {
  const works = new Set<string>();
  const carriedBy = new Map<string, Set<string>>();
  for (const { fragment } of entries) {
    const { raw, exposure } = fragment.disclosure;
    if (raw !== 'public' || exposure === 'none') continue;
    works.add(fragment.entityId);
    if (exposure !== 'text') continue;
    let carried = carriedBy.get(fragment.entityId);
    if (carried === undefined) {
      carried = new Set(entities.get(fragment.entityId)?.themes?.map(foldForSearch));
      carriedBy.set(fragment.entityId, carried);
    }
    for (const written of fragment.themes ?? []) carried.add(foldForSearch(written));
  }
  const frequency = new Map<string, number>();
  for (const carried of carriedBy.values()) {
    for (const folded of carried) frequency.set(folded, (frequency.get(folded) ?? 0) + 1);
  }
  return { frequency, works: works.size };
}
