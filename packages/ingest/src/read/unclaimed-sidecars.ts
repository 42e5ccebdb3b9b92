/**
 * Data files that stand beside a text of the same name and are read by nobody.
 *
 * Only transcripts have sidecars. Whoever writes `essay.yaml` beside `essay.md` may mean it as one, with a policy in it,
 * so it is said aloud instead of being counted among files nobody claims.
 */
import { byCodeUnit } from '@archive/index';
import { quantity } from '../build/quantity.ts';
import type { SourceFile } from './list-sources.ts';
import { type SidecarFiles, sidecarsOf, stemOf } from './find-sidecars.ts';

const LISTED = 20;

/** What the collections of an archive say of its data files; one folder may lie in several. */
export class DataFiles {
  readonly #beside = new Map<string, string>();
  readonly #used = new Set<string>();

  /**
   * Adds the files of a collection.
   *
   * @param texts  those it reads as texts
   * @param used  paths below the collection of those it reads as data
   */
  add(texts: readonly SourceFile[], files: SidecarFiles, used: ReadonlySet<string>): void {
    for (const text of texts) {
      for (const { real, path, relative } of sidecarsOf(stemOf(text.relative), files)) {
        if (used.has(relative)) this.#used.add(real);
        else this.#beside.set(real, path);
      }
    }
  }

  /** The sentence for the owner; undefined when every one is read. */
  notice(): string | undefined {
    const paths = [...this.#beside].flatMap(([real, path]) => (this.#used.has(real) ? [] : [path]));
    if (paths.length === 0) return undefined;
    const named = paths.sort(byCodeUnit).slice(0, LISTED);
    const rest = paths.length > LISTED ? [`${paths.length - LISTED} not shown`] : [];
    return `${quantity(paths.length, 'data file stands', 'data files stand')} beside a text of the same name and ${paths.length === 1 ? 'is' : 'are'} not read, so a policy in ${paths.length === 1 ? 'it' : 'them'} does not hold; state it in the front matter of the text: ${[...named, ...rest].join(', ')}`;
  }
}
