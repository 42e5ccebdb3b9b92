/**
 * Lifts a work or fragment that carries a theme the query names, unless the theme is on too many works to tell any apart.
 *
 * The frequency is counted on public served works alone, so that no theme of a private one can move a public score
 * (decisions 1.5, 3.5).
 */
import { foldForSearch } from '@archive/text';
import { foldedThemes, fragmentsOfThemes, fragmentsOfWorks, worksOfThemes } from '../columns/column-facts.ts';
import { NONE, PUBLIC, TEXT } from '../columns/column-values.ts';
import { groupAt } from '../columns/groups.ts';
import type { RetrievalColumns, RetrievalIndex } from '../index-port.ts';
import type { BoostPlugin } from '../plugin.ts';
import { prepareIndex } from '../prepared-index.ts';
import { flatContributions, onLayers, type PluginOptions } from './layers.ts';
import { PhraseLookup } from './phrase-lookup.ts';

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
export function theme({ layers = ['public'] }: PluginOptions = {}): BoostPlugin<NamedThemes> {
  const fires = onLayers(layers);
  return {
    name: 'theme',
    prepare: (index, { query }) => namedThemes(index, query),
    score: (fragment, entity, _context, { isNamed }) =>
      fires(fragment) && (fragment.themes ?? entity.themes ?? []).some(isNamed) ? THEME_BOOST : 0,
    contributions: (columns, _context, { folded }) =>
      flatContributions(columns, fragmentsThatCarry(columns, folded), layers, THEME_BOOST),
  };
}

/** The themes that a query names and that may boost. */
export interface NamedThemes {
  readonly folded: ReadonlySet<string>;
  /** Whether a theme, as written, is one of them. */
  isNamed(written: string): boolean;
}

function namedThemes(index: RetrievalIndex, query: string): NamedThemes {
  const { all, lookup } = themesOf(index);
  const folded = new Set(Array.from(lookup.heldBy(query), (place) => all[place] as string));
  if (folded.size === 0) return { folded, isNamed: () => false };
  const answers = new Map<string, boolean>();
  return {
    folded,
    isNamed: (written) => {
      const found = answers.get(written);
      if (found !== undefined) return found;
      const answer = folded.has(foldForSearch(written));
      answers.set(written, answer);
      return answer;
    },
  };
}

function* fragmentsThatCarry(columns: RetrievalColumns, named: ReadonlySet<string>): Iterable<number> {
  if (named.size === 0) return;
  const folded = foldedThemes(columns);
  for (let number = 0; number < folded.length; number++) {
    if (!named.has(folded[number] as string)) continue;
    yield* groupAt(fragmentsOfThemes(columns), number);
    for (const work of groupAt(worksOfThemes(columns), number)) {
      for (const position of groupAt(fragmentsOfWorks(columns), work))
        if (columns.rowHasThemes[position] === 0) yield position;
    }
  }
}

/** The themes of an index that may boost, ready to be looked up. */
interface Themes {
  readonly all: readonly string[];
  readonly lookup: PhraseLookup;
}

const remembered = new WeakMap<RetrievalColumns, Themes>();

function themesOf(index: RetrievalIndex): Themes {
  const { columns } = prepareIndex(index);
  let themes = remembered.get(columns);
  if (themes === undefined) {
    const all = chooseThemes(columns);
    const lookup = new PhraseLookup();
    for (const [place, folded] of all.entries()) lookup.add(folded, place);
    remembered.set(columns, (themes = { all, lookup }));
  }
  return themes;
}

/**
 * The themes of an index, folded, that may boost: those on at most max(4, ceil(5 % of the works)) works, counting public
 * works that have a served fragment. Such a work carries, once each, the themes of its fragments exposed as text and, if
 * it has one, its own; themes of anything else are on no work, so that stripping an index changes no count.
 *
 * @throws {RetrievalIndexError} for a misbuilt index
 */
export function discriminatingThemes(index: RetrievalIndex): ReadonlySet<string> {
  return new Set(themesOf(index).all);
}

function chooseThemes(columns: RetrievalColumns): string[] {
  const { frequency, works } = countOnPublicFaces(columns);
  const most = Math.max(THEME_FREE_WORKS, Math.ceil(THEME_SHARE * works));
  return Array.from(new Set(foldedThemes(columns))).filter(
    (folded) => folded !== '' && (frequency.get(folded) ?? 0) <= most,
  );
}

function countOnPublicFaces(columns: RetrievalColumns): { frequency: Map<string, number>; works: number } {
  const { raw, exposure, workIds, workThemes, rowThemes } = columns;
  const folded = foldedThemes(columns);
  const fragments = fragmentsOfWorks(columns);
  const frequency = new Map<string, number>();
  let works = 0;
  for (let work = 0; work < workIds.length; work++) {
    const served = groupAt(fragments, work).filter(
      (position) => raw[position] === PUBLIC && exposure[position] !== NONE,
    );
    if (served.length === 0) continue;
    works += 1;
    const shown = served.filter((position) => exposure[position] === TEXT);
    const lists = Array.from(shown, (position) => groupAt(rowThemes, position));
    if (lists.length > 0) lists.push(groupAt(workThemes, work));
    const carried = new Set(lists.flatMap((list) => Array.from(list, (number) => folded[number] as string)));
    for (const one of carried) frequency.set(one, (frequency.get(one) ?? 0) + 1);
  }
  return { frequency, works };
}
