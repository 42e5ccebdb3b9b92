/**
 * Lengths and offsets in code points over UTF-16 strings.
 */

const isTrailing = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isLeading = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The number of code points of a string. */
export function codePointLength(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at += 1)
    if (isTrailing(text.charCodeAt(at)) && isLeading(text.charCodeAt(at - 1))) pairs += 1;
  return text.length - pairs;
}

/** The UTF-16 offset after `count` code points from `from`, or the end of the string. */
export function offsetAfter(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < text.length; left -= 1) {
    at +=
      isLeading(text.charCodeAt(at)) && at + 1 < text.length && isTrailing(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return at;
}
