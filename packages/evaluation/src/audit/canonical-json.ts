/**
 * One spelling for each JSON value, so that a signature over it can be made again: RFC 8785 (JCS).
 *
 * Members in the order of the UTF-16 code units of their names, no white space, numbers and strings as ECMAScript writes
 * them. A value that JSON cannot hold, or a string that is no Unicode text, is refused, never written as something else.
 */

/** A value of JSON. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Writes a value in its one spelling.
 *
 * @throws {RangeError} for a number that is not finite, a lone surrogate, or what is no JSON value
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('a number is not finite');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return canonicalString(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new RangeError('a value is not one that JSON can hold');
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((name) => `${canonicalString(name)}:${canonicalJson(value[name] as JsonValue)}`);
  return `{${members.join(',')}}`;
}

function canonicalString(text: string): string {
  if (/[\uD800-\uDFFF]/u.test(text)) throw new RangeError('a string holds half of a surrogate pair');
  return JSON.stringify(text);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
