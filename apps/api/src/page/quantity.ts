/**
 * A count with its noun, as the pages have it.
 */

/** Writes a count with its noun: `1 work`, `2 works`; `many` when the plural is not the singular with an s. */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
