/**
 * What declared terms do to a run: they add nothing to it and do not end it (decisions 2.7).
 */

/** Marks each unit that belongs to an occurrence of a term. */
export function markTerms(units: Int32Array, terms: readonly Int32Array[]): Uint8Array {
  const isTerm = new Uint8Array(units.length);
  for (const term of terms) {
    if (term.length === 0) continue;
    for (let at = 0; at + term.length <= units.length; at++) {
      if (startsWith(units, term, at)) isTerm.fill(1, at, at + term.length);
    }
  }
  return isTerm;
}

/**
 * How many units from `first` on make a run that trips: up to the one that is the `size`-th outside terms, or `2 * size`
 * in all, whichever comes first; 0 when the string ends before.
 */
export function reach(isTerm: Uint8Array, first: number, size: number): number {
  let counted = 0;
  for (let at = first; at < isTerm.length; at++) {
    if (isTerm[at] === 0) counted++;
    const length = at - first + 1;
    if (counted === size || length === 2 * size) return length;
  }
  return 0;
}

/** Whether the units hold the run in one piece. */
export function holdsRun(units: Int32Array, run: Int32Array): boolean {
  for (let at = 0; at + run.length <= units.length; at++) if (startsWith(units, run, at)) return true;
  return false;
}

function startsWith(units: Int32Array, run: Int32Array, at: number): boolean {
  for (let step = 0; step < run.length; step++) if (units[at + step] !== run[step]) return false;
  return true;
}
