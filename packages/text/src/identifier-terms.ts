/**
 * Finds what is looked up letter by letter: ISBN, ISRC and DOI, clause numbers, and codes of letters and digits.
 *
 * Each is written one way, whatever way the text writes it: a valid ISBN as its thirteen digits, an ISRC without hyphens,
 * everything else folded, dashes alike. Numbers are strings here; nothing is ever read as a quantity.
 */

/** The identifiers in a normalised text (`normalizeText`), in order, repeats included. Cost: linear; texts without a digit are free. */
export function identifierTerms(normalized: string): string[] {
  if (!LIKELY.test(normalized)) return [];
  const found: string[] = [];
  const rest = normalized.replace(DOI, (doi) => {
    found.push(doi.replace(DOI_END, ''));
    return ' ';
  });
  const left = rest.replace(ISBN, (digits) => {
    const isbn = isbn13(digits.replaceAll(/[ \p{Pd}]/gu, ''));
    if (isbn === undefined) return digits;
    found.push(isbn);
    return ' ';
  });
  for (const [code] of left.matchAll(CODE)) {
    if (!/\p{N}/u.test(code)) continue;
    const dashed = code.replaceAll(/\p{Pd}/gu, '-');
    const isrc = dashed.replaceAll('-', '');
    found.push(ISRC.test(isrc) ? isrc : dashed);
  }
  return found;
}

/** Thirteen digits of a valid ISBN of ten or thirteen; undefined for anything else. */
function isbn13(digits: string): string | undefined {
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits) === digits[12] ? digits : undefined;
  if (!/^\d{9}[\dx]$/.test(digits)) return undefined;
  let sum = 0;
  for (let at = 0; at < 10; at++) sum += (10 - at) * (digits[at] === 'x' ? 10 : Number(digits[at]));
  if (sum % 11 !== 0) return undefined;
  const body = `978${digits.slice(0, 9)}`;
  return body + checkDigit13(body);
}

function checkDigit13(digits: string): string {
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(digits[at]) * (at % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** A digit next to a joint, or a long run of digits or of a code; anything else holds no identifier. */
const LIKELY = /\p{N}[.:/_\p{Pd}]|[.:/_\p{Pd}]\p{N}|\d{9}|\d{7}/u;
const DOI = /(?<![\p{L}\p{N}.])10\.\d{4,9}\/[^\s"'<>{}|\\^]+/gu;
const DOI_END = /[.,;:!?)\]]+$/;
const ISBN = /(?<![\p{L}\p{N}])(?:97[89][ \p{Pd}]?)?\d(?:[ \p{Pd}]?\d){8}[ \p{Pd}]?[\dx](?![\p{L}\p{N}])/gu;
const CODE =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]{1,40}(?:[.:/_\p{Pd}][\p{L}\p{N}]{1,40}){1,12}(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])(?:[a-z]{2}[a-z0-9]{3}\d{7}|\d{7,20})(?![\p{L}\p{M}\p{N}])/gu;
const ISRC = /^[a-z]{2}[a-z0-9]{3}\d{7}$/;
