/**
 * The whole text of a work, in the one order everybody who lints agrees on.
 */

/** What the order and the text are read from. */
export interface LintedPart {
  /** The id of the fragment. */
  readonly id: string;
  /** Its text, as it is compared. */
  readonly text: string;
}

/**
 * Joins the texts of all fragments of a work with a blank line, in the code-unit order of their ids (decisions 2.6).
 *
 * The order does not depend on how the fragments arrive, nor on a locale; `#p10` comes before `#p2`.
 */
export function entityLintText(fragments: readonly LintedPart[]): string {
  return fragmentIdOrder(fragments)
    .map((place) => (fragments[place] as LintedPart).text)
    .join('\n\n');
}

/** Places in `fragments`, in the code-unit order of the ids; equal ids keep their order. */
export function fragmentIdOrder(fragments: readonly LintedPart[]): number[] {
  return [...fragments.keys()].sort((a, b) => {
    const left = (fragments[a] as LintedPart).id;
    const right = (fragments[b] as LintedPart).id;
    if (left === right) return a - b;
    return left < right ? -1 : 1;
  });
}
