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
export function theme({ layers = ['public'] }: PluginOptions = {}): BoostPlugin<ThemeTest> {
  const fires = onLayers(layers);
  return {
    name: 'theme',
    textOnly: true,
    prepare: (index, { query }) => namedThemes(index, query),
    score: (fragment, entity, _context, isNamed) =>
      fires(fragment) && (fragment.themes ?? entity.themes ?? []).some(isNamed) ? THEME_BOOST : 0,
  };
}

/** Says whether a theme, as written, is one the query names. */
type ThemeTest = (theme: string) => boolean;

function namedThemes(index: RetrievalIndex, query: string): ThemeTest {
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
 * The themes, folded, that may boost: on at most max(4, ceil(5 % of the works)) public works of the index that have a
 * served fragment. A work counts once for each theme it or one of its served fragments carries.
 */
export function discriminatingThemes(index: RetrievalIndex): ReadonlySet<string> {
  let themes = remembered.get(index);
  if (themes === undefined) remembered.set(index, (themes = countThemes(index)));
  return themes;
}

function countThemes({ entities, entries }: RetrievalIndex): ReadonlySet<string> {
  const carriedBy = new Map<string, Set<string>>();
  for (const { fragment } of entries) {
    const { raw, exposure } = fragment.disclosure;
    if (raw !== 'public' || exposure === 'none') continue;
    let carried = carriedBy.get(fragment.entityId);
    if (carried === undefined) {
      carried = new Set(entities.get(fragment.entityId)?.themes?.map(foldForSearch));
      carriedBy.set(fragment.entityId, carried);
    }
    for (const each of fragment.themes ?? []) carried.add(foldForSearch(each));
  }
  const frequency = new Map<string, number>();
  for (const carried of carriedBy.values()) {
    for (const each of carried) frequency.set(each, (frequency.get(each) ?? 0) + 1);
  }
  const most = Math.max(THEME_FREE_WORKS, Math.ceil(THEME_SHARE * carriedBy.size));
  return new Set(
    Array.from(frequency)
      .filter(([each, works]) => each !== '' && works <= most)
      .map(([each]) => each),
  );
}
