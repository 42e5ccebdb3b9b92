/**
 * A count with its noun, as messages have it.
 */

/**
 * Writes a count with its noun: `quantity(1, 'file')` is `1 file`, `quantity(2, 'file')` is `2 files`.
 *
 * @param count  a whole number
 * @param many   the plural when it is not the singular with an s
 */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
