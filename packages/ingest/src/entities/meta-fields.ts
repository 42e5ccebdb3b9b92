/**
 * Reads the fields of a work out of front matter or a sidecar; what is malformed refuses the file and names the field.
 *
 * Strings that travel become one clean line each.
 */
import type { Attribution, Identifier } from '@archive/contract';
import { cleanLine, cleanText } from '../files/clean-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { isMetaRecord, type MetaRecord, type MetaValue } from '../front-matter/meta-value.ts';

/** Longest line that travels; the contract bounds structural strings a little above it. */
const LINE_MAX_CHARS = 2_000;

function refuse(field: string, reason: string, help?: string): never {
  throw new FileRefusedError(help === undefined ? { field, reason } : { field, reason, help });
}

/** Reads a line of text; undefined when it is absent or blank. */
export function readLine(data: MetaRecord, field: string): string | undefined {
  const value = data[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') refuse(field, 'it is not text', 'quote it');
  const line = cleanLine(value);
  if (line.length > LINE_MAX_CHARS) refuse(field, `it is longer than ${LINE_MAX_CHARS} characters`);
  return line === '' ? undefined : line;
}

/** Reads the first of several fields that states a line. */
export function readFirstLine(data: MetaRecord, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const line = readLine(data, field);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** Reads the summary of a public record: the first of `description`, `summary`, `meaning` that is not blank. */
export function readSummary(data: MetaRecord): string | undefined {
  for (const field of ['description', 'summary', 'meaning']) {
    const value = data[field];
    const text = typeof value === 'string' ? cleanText(value).text.replace(/\s+/g, ' ').trim() : '';
    if (text !== '') return text;
  }
  return undefined;
}

/** Reads the themes: the first of `themes`, `keywords`, `topics`, `tags` that is a list; only its texts count. */
export function readThemes(data: MetaRecord): string[] | undefined {
  for (const field of ['themes', 'keywords', 'topics', 'tags']) {
    const value = data[field];
    if (!Array.isArray(value)) continue;
    const themes = value
      .flatMap((item) => (typeof item === 'string' ? [cleanLine(item)] : []))
      .filter((theme) => theme !== '');
    return themes.length === 0 ? undefined : [...new Set(themes)];
  }
  return undefined;
}

function readIdentifier(value: MetaValue, field: string): Identifier {
  const scheme = isMetaRecord(value) ? value['scheme'] : undefined;
  const number = isMetaRecord(value) ? value['value'] : undefined;
  if (
    typeof scheme !== 'string' ||
    typeof number !== 'string' ||
    scheme.trim() === '' ||
    number.trim() === ''
  ) {
    refuse(field, 'an entry is not a pair of scheme and value');
  }
  return { scheme: cleanLine(scheme), value: cleanLine(number) };
}

/** Reads a list of `{scheme, value}`; empty when it is absent. */
export function readIdentifiers(data: MetaRecord, field = 'identifiers'): Identifier[] {
  const value = data[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) refuse(field, 'it is not a list of pairs such as { scheme: isbn, value: … }');
  return value.map((item) => readIdentifier(item, field));
}

function readPerson(value: MetaValue, field: string, role: string | undefined): Attribution {
  if (typeof value === 'string') {
    const name = cleanLine(value);
    if (name === '') refuse(field, 'an entry has no name');
    return role === undefined ? { name } : { name, role };
  }
  if (!isMetaRecord(value)) refuse(field, 'an entry is neither a name nor a record with a name');
  const name = readLine(value, 'name');
  if (name === undefined) refuse(field, 'an entry has no name');
  const stated = readLine(value, 'role') ?? role;
  const identifiers = readIdentifiers(value);
  const placeholder = value['placeholder'];
  if (placeholder !== undefined && placeholder !== 'unnamed' && placeholder !== 'unverified') {
    refuse(field, 'a placeholder is neither unnamed nor unverified');
  }
  return {
    name,
    ...(stated === undefined ? {} : { role: stated }),
    ...(identifiers.length === 0 ? {} : { identifiers }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

/**
 * Reads the creators of a work: the first of `creators`, `authors`, `author` that is stated, a name or a list.
 *
 * @param role  given to a name without one
 */
export function readCreators(data: MetaRecord, role?: string): Attribution[] {
  for (const field of ['creators', 'authors', 'author']) {
    const value = data[field];
    if (value === undefined || value === null || value === '') continue;
    return (Array.isArray(value) ? value : [value]).map((item) => readPerson(item, field, role));
  }
  return [];
}

/**
 * Reads the address a citation links to: absolute http(s), no credentials, no text fragment (decisions 1.10).
 */
export function readAbout(data: MetaRecord): string | undefined {
  const value = readLine(data, 'about');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    refuse('about', 'it is not an absolute http or https address');
  if (url.username !== '' || url.password !== '') refuse('about', 'it holds a user name or password');
  if (url.hash.includes(':~:')) refuse('about', 'it holds a text fragment, which would quote the source');
  return value;
}

/** Reads a whole number of at least 1 from text. */
export function readCount(data: MetaRecord, field: string): number | undefined {
  const value = data[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value.trim()))
    refuse(field, 'it is not a whole number of at least 1');
  return Number(value);
}

/**
 * Reads an `id` that its author states: kept as written if it has no white space, control character or `#`.
 *
 * @returns the whole id, with the type before it unless it already has it
 */
export function readStatedId(data: MetaRecord, type: string): string | undefined {
  const value = data['id'];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.trim() === '') refuse('id', 'it is not text');
  if (/[\s#\p{Cc}\p{Cf}\p{Cs}]/u.test(value) || value.length > 200)
    refuse('id', 'it holds a blank, a control character or #, or is longer than 200 characters');
  const id = value.normalize('NFC');
  return id.startsWith(`${type}:`) ? id : `${type}:${id}`;
}
