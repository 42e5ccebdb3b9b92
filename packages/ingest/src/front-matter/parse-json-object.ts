/**
 * A JSON object at the head of a file, or a whole JSON file, with duplicate keys refused.
 *
 * `JSON.parse` decides whether it is JSON; the values are then read by the YAML reader, of which JSON is a part, so
 * that numbers stay as written and a key that stands there twice is seen.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';
import { isMetaRecord, type MetaRecord } from './meta-value.ts';
import { parseYamlValue } from './parse-yaml-block.ts';

/** How a text begins that is meant to open with a JSON object; a shortcode or an MDX expression is not one. */
export const JSON_OBJECT_START = /^\{\s*(?:["}]|'[^'\n]*'\s*:|[\w$-]+\s*:)/;

/**
 * Finds the end of the object that starts at offset 0, by braces outside strings.
 *
 * @returns the offset after the closing brace, or -1 when there is none
 */
export function jsonObjectEnd(source: string): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * Reads a JSON text that is one object.
 *
 * @throws {FileRefusedError} when it is not, or a key stands there twice
 */
export function parseJsonRecord(source: string): MetaRecord {
  try {
    JSON.parse(source);
  } catch {
    // The message of JSON.parse quotes the text, so it is not kept as a cause.
    throw new FileRefusedError({ field: 'front matter', reason: 'its JSON is not well formed' });
  }
  // A raw tab cannot stand inside a JSON string; as indentation YAML would refuse it.
  const value = parseYamlValue(source.replaceAll('\t', ' ').trim());
  if (!isMetaRecord(value))
    throw new FileRefusedError({ field: 'front matter', reason: 'its JSON is not an object' });
  return value;
}
