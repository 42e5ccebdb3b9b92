/**
 * How many slips of the finger lie between two words: insertions, deletions, replacements, swaps of neighbours.
 */

/**
 * Optimal string alignment distance, or `most + 1` as soon as it must be larger than `most`.
 *
 * @param a, b  letters of the words
 */
export function editDistance(a: readonly string[], b: readonly string[], most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    let least = row;
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      let distance = Math.min(
        (above[at] as number) + 1,
        (here[at - 1] as number) + 1,
        (above[at - 1] as number) + (isSame ? 0 : 1),
      );
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        distance = Math.min(distance, (before[at - 2] as number) + 1);
      here.push(distance);
      least = Math.min(least, distance);
    }
    // A swap reaches back two rows, so one row above `most` does not end it; two do.
    if (least > most && Math.min(...above) > most) return most + 1;
    before = above;
    above = here;
  }
  return Math.min(above[b.length] as number, most + 1);
}
