/**
 * Finds what is looked up letter by letter: ISBN, ISRC and DOI, clause numbers, and codes of letters and digits.
 *
 * Each is written one way, whatever way the text writes it: a valid ISBN as its thirteen digits, an ISRC without hyphens,
 * everything else folded, dashes alike. Numbers are strings here; nothing is ever read as a quantity.
 */

/** Says where an identifier stands in the normalised text, and how it is written here. */
export type IdentifierVisitor = (written: string, start: number, end: number) => void;

/**
 * Whether an identifier (as written here) is a catalogue number: a DOI, or a digit in every part and seven of them in all.
 * Its words mean nothing by themselves, unlike those of `iso-9001` or `4.2.1`.
 */
export function isCatalogueNumber(written: string): boolean {
  if (/^10\.\d{4,9}\//.test(written)) return true;
  return written.split(/[-./:_]/).every((part) => /\d/.test(part)) && /(?:\D*\d){7}/.test(written);
}

/** Collects the identifiers of one text from its words, in the order of the text. */
export class IdentifierScan {
  readonly #text: string;
  readonly #visit: IdentifierVisitor;
  /** Stretches that are an identifier as a whole, whatever stands in them. */
  readonly #taken: readonly Taken[];
  #passed = 0;
  /** Words with one joint between each: where they begin and end, and how many they are. */
  #start = -1;
  #end = -1;
  #words = 0;

  constructor(normalized: string, visit: IdentifierVisitor) {
    this.#text = normalized;
    this.#visit = visit;
    this.#taken = takenIn(normalized);
    for (const { written, start, end } of this.#taken) visit(written, start, end);
  }

  /** Takes the next word of a spaced script. */
  word(start: number, end: number): void {
    if (this.#words > 0 && start === this.#end + 1 && isJoint(this.#text.charCodeAt(this.#end))) {
      this.#words++;
    } else {
      this.#close();
      this.#start = start;
      this.#words = 1;
    }
    this.#end = end;
  }

  /** Ends the text. */
  end(): void {
    this.#close();
  }

  #close(): void {
    const [start, end] = [this.#start, this.#end];
    if (this.#words === 0) return;
    // What nothing joins ends with a digit, or an x in its place, when it is an identifier, and is not short.
    if (this.#words === 1 && (end - start < SHORTEST_RUN || !isCheckDigit(this.#text.charCodeAt(end - 1))))
      return;
    if (!hasDigit(this.#text, start, end)) return;
    // Both come in order, so each is looked at once.
    while ((this.#taken[this.#passed]?.end ?? end) <= start) this.#passed++;
    if ((this.#taken[this.#passed]?.start ?? end) < end) return;
    const code = this.#text.slice(start, end);
    const dashed = code.replaceAll(/\p{Pd}/gu, '-');
    const plain = dashed.replaceAll('-', '');
    const isbn = isbn13(plain);
    if (isbn !== undefined) this.#visit(isbn, start, end);
    else if (ISRC.test(plain) || NUMBER.test(plain)) this.#visit(plain, start, end);
    else if (this.#words > 1 && this.#words <= MOST_WORDS) this.#visit(dashed, start, end);
  }
}

interface Taken {
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/** DOIs, and ISBNs written with spaces. */
function takenIn(text: string): Taken[] {
  const taken: Taken[] = [];
  if (text.includes('10.')) {
    for (const { 0: match, index: start } of text.matchAll(DOI)) {
      const written = match.replace(DOI_END, '');
      taken.push({ written, start, end: start + written.length });
    }
  }
  if (/\d \d/.test(text)) {
    for (const { 0: match, index: start } of text.matchAll(SPACED_ISBN)) {
      const written = isbn13(match.replaceAll(/[ \p{Pd}]/gu, ''));
      if (written !== undefined) taken.push({ written, start, end: start + match.length });
    }
  }
  return taken.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Thirteen digits of a valid ISBN of ten or thirteen; undefined for anything else. */
function isbn13(digits: string): string | undefined {
  if (digits.length === 13 && /^97[89]\d{10}$/.test(digits))
    return checkDigit13(digits) === digits[12] ? digits : undefined;
  if (digits.length !== 10 || !/^\d{9}[\dx]$/.test(digits)) return undefined;
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

function hasDigit(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit) || (unit > 127 && /\p{N}/u.test(text.charAt(at)))) return true;
  }
  return false;
}

function isCheckDigit(unit: number): boolean {
  return isDigit(unit) || unit === 120;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isJoint(unit: number): boolean {
  // - . / : _
  if (unit < 128) return (unit >= 45 && unit <= 47) || unit === 58 || unit === 95;
  return /\p{Pd}/u.test(String.fromCharCode(unit));
}

/** Letters of the shortest run that is an identifier though nothing joins it. */
const SHORTEST_RUN = 7;
const MOST_WORDS = 12;
const DOI = /(?<![\p{L}\p{N}.])10\.\d{4,9}\/[^\s"'<>{}|\\^]+/gu;
const DOI_END = /[.,;:!?)\]]+$/;
const SPACED_ISBN =
  /(?<![\p{L}\p{N}])(?:97[89][ \p{Pd}]?)?\d(?:[ \p{Pd}]?\d){8}[ \p{Pd}]?[\dx](?![\p{L}\p{N}])/gu;
const NUMBER = /^\d{7,20}$/;
const ISRC = /^[a-z]{2}[a-z0-9]{3}\d{7}$/;
