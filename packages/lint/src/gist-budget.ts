/**
 * Measures how much of the vocabulary of a work its descriptions tell together.
 *
 * No single gist needs to quote for all of them to retell a book, so the share of the work's distinct content words that
 * occur in its released gists is counted over the work as a whole. What happens beyond a limit is for the caller to
 * decide: a warning where the author named none, a place instead of a description where he did.
 */
import { contentWords } from '@archive/text';

/** Share of a work's distinct content words in its released gists above which a build warns, unless the work sets a limit. */
export const GIST_BUDGET_WARN_ABOVE = 0.15;

/** The descriptions of one work, added one by one in source order. */
export class GistBudget {
  readonly #words: ReadonlySet<string>;
  readonly #told = new Set<string>();

  /** @param texts  all fragments of the work. Cost: linear in them */
  constructor(texts: readonly string[]) {
    this.#words = new Set(texts.flatMap((text) => contentWords(text)));
  }

  /** Distinct content words of the work. */
  get size(): number {
    return this.#words.size;
  }

  /** Distinct content words of the work that the gists added so far hold. */
  get told(): number {
    return this.#told.size;
  }

  /** `told` over `size`, 0 to 1; 0 for a work without content words. */
  get share(): number {
    return this.size === 0 ? 0 : this.told / this.size;
  }

  /** The share there would be with this gist as well. */
  shareWith(gist: string): number {
    return this.size === 0 ? 0 : (this.told + this.#untold(gist).size) / this.size;
  }

  /** Counts a gist as released. */
  add(gist: string): void {
    for (const word of this.#untold(gist)) this.#told.add(word);
  }

  #untold(gist: string): Set<string> {
    return new Set(contentWords(gist).filter((word) => this.#words.has(word) && !this.#told.has(word)));
  }
}
