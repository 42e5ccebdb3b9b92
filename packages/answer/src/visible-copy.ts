/**
 * The copy of a served string that may stand among our own words: what a reader sees of it, and nothing a reader does not.
 *
 * Controls, tags, direction marks and everything invisible by default can carry orders past a person, and turn a line over.
 * They are left out of the copy; the string itself, which is what checks compare, is not touched.
 */
import { codePointLength, truncateCodePoints } from '@archive/text';

/** Stands where a copy was cut. */
const CUT_MARK = '[…]';

/** The copy of a passage: line breaks and tabs stay; beyond a length in code points there is {@link CUT_MARK} in their place. */
export function visibleText(text: string, maxChars: number): string {
  const copy = withoutInvisible(text).trim();
  if (copy.length <= maxChars || codePointLength(copy) <= maxChars) return copy;
  return `${truncateCodePoints(copy, maxChars).trimEnd()}\n${CUT_MARK}`;
}

/** The copy of a title, a name, a label or an id, on one line; a longer one is cut. */
export function visibleLine(text: string, maxChars: number = Number.POSITIVE_INFINITY): string {
  const copy = withoutInvisible(text).replace(/\s+/gu, ' ').trim();
  if (copy.length <= maxChars || codePointLength(copy) <= maxChars) return copy;
  return `${truncateCodePoints(copy, maxChars).trimEnd()} ${CUT_MARK}`;
}

/**
 * The same on one line, for plain text that may hold no address, link, image or markup: what looks like an address is left
 * out, and that is said; signs that would open markup are replaced by ones that only look like them.
 */
export function addressFreeLine(text: string): string {
  const plain = visibleLine(text).replace(ADDRESS, '(address left out)');
  return visibleLine(
    plain.replace(IMAGE, '! [').replace(LINK, '] $1').replace(TAG, '‹').replaceAll('`', '\u2019'),
  );
}

function withoutInvisible(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n').replace(INVISIBLE, '');
}

/** Controls but for line feed and tab, default-ignorables but for the joiners that Persian and Indic spelling needs, marks of
 * annotation, halves of surrogate pairs and private use. */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|(?<=[\p{L}\p{M}])[\u200c\u200d](?![\p{L}\p{M}])|(?<![\p{L}\p{M}])[\u200c\u200d]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Cs}|\p{Co}/gu;
const IMAGE = /!\[/gu;
const LINK = /\]([([])/gu;
const TAG = /<(?=[\p{L}!/?])/gu;
const ADDRESS =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:javascript|vbscript|data|mailto|tel|blob|file):|\bwww\.)\S*/giu;
