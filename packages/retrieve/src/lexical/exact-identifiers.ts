/**
 * Which identifiers of a question are names of one thing, so that their parts mean nothing: ISBN, ISRC, DOI, long numbers,
 * and clause numbers.
 *
 * The words of such an identifier are not looked for beside it, whether anything holds it or not: 4.2.11 is not nearly
 * 4.2.1, nor an ISBN with a wrong check digit nearly the right one.
 */
import type { QuestionPart } from './question-part.ts';

/** An identifier of a question. */
export interface AskedIdentifier extends QuestionPart {
  /** Whether it stands for the words in its stretch. */
  readonly isExact: boolean;
}

/**
 * Tells the exact identifiers of a question from codes that are words as well, such as iso-9001. Keeps the order, and adds
 * what has the shape of an ISBN and is none.
 *
 * A number with one dot, which may be a decimal, is a clause number where a word for a part of a text stands before it or
 * nothing but it is asked for.
 *
 * @param normalized   the question
 * @param identifiers  those that the analyser finds in it
 */
export function exactIdentifiers(
  normalized: string,
  identifiers: readonly QuestionPart[],
): AskedIdentifier[] {
  const spaced = spacedNumbers(normalized);
  const spacedAround = stretchAround(spaced);
  const valid = new Set<QuestionPart>();
  const isOnly = identifiers.length === 1;
  const asked = identifiers.flatMap((identifier): AskedIdentifier[] => {
    const around = spacedAround(identifier);
    if (around !== undefined) {
      // Of a number with the shape of an ISBN no part is a number of its own.
      if (!ISBN.test(identifier.written)) return [];
      valid.add(around);
    }
    const start = startOf(identifier, normalized);
    return [{ ...identifier, start, isExact: isExact(identifier, normalized, isOnly) }];
  });
  const misprinted = spaced.filter((stretch) => !valid.has(stretch));
  return [...asked, ...misprinted.map((identifier) => ({ ...identifier, isExact: true }))];
}

/** Finds, for a part, the stretch of some that lie apart and in order which it is in. */
export function stretchAround<Stretch extends Pick<QuestionPart, 'start' | 'end'>>(
  stretches: readonly Stretch[],
): (part: Pick<QuestionPart, 'start' | 'end'>) => Stretch | undefined {
  return ({ start, end }) => {
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((stretches[middle] as Stretch).start <= start) low = middle + 1;
      else high = middle;
    }
    const last = stretches[low - 1];
    return last !== undefined && end <= last.end ? last : undefined;
  };
}

function isExact({ written, start, end }: QuestionPart, normalized: string, isOnly: boolean): boolean {
  if (DOI.test(written) || ISRC.test(written) || NUMBER.test(written) || CLAUSE.test(written)) return true;
  if (!SHORT_CLAUSE.test(written)) return false;
  if (BEFORE_CLAUSE.test(before(normalized, start))) return true;
  return isOnly && !/[\p{L}\p{N}]/u.test(normalized.slice(0, start) + normalized.slice(end));
}

/** What stands before a place, as much of it as is looked at. */
function before(normalized: string, start: number): string {
  return normalized.slice(Math.max(0, start - LOOK_BACK), start);
}

/** Of a DOI that is written as an address, where the address begins. */
function startOf({ written, start }: QuestionPart, normalized: string): number {
  if (!DOI.test(written)) return start;
  return start - (DOI_PREFIX.exec(before(normalized, start))?.[0].length ?? 0);
}

/** Stretches with spaces that have the shape of an ISBN. */
function spacedNumbers(normalized: string): QuestionPart[] {
  if (!/\d \d/.test(normalized)) return [];
  return Array.from(normalized.matchAll(SPACED), ({ 0: match, index: start }) => ({
    written: match.replaceAll(/[^\dx]/g, ''),
    kind: 'identifier' as const,
    start,
    end: start + match.length,
  }));
}

const LOOK_BACK = 32;
const DOI = /^10\.\d{4,9}\//;
const ISRC = /^[a-z]{2}[a-z0-9]{3}\d{7}$/;
const ISBN = /^97[89]\d{10}$/;
/** Longer than two years or a date. */
const NUMBER = /^(?:\d{9,}|\d{9}x)$/;
/** Two dots or more; no part begins with a zero, as those of decimals and dates do. */
const CLAUSE = /^(?:[a-z]\.)?[1-9]\d{0,2}(?:\.(?:0|[1-9]\d{0,2})){2,}$|^[a-z](?:\.[1-9]\d{0,2}){2,}$/;
const SHORT_CLAUSE = /^(?:[1-9]\d{0,2}|[a-z])\.(?:0|[1-9]\d{0,2})$/;
const BEFORE_CLAUSE =
  /(?:§|(?<![\p{L}\p{N}])(?:clauses?|sections?|sec|chapters?|ch|articles?|art|paragraphs?|para|parts?|annex|appendix|rules?|abschnitt|kapitel|ziffer|artikel|absatz|anhang|nummer|nr|clause|chapitre|paragraphe|annexe|secci[oó]n|cap[ií]tulo|cl[aá]usula|art[ií]culo|apartado|anexo)\.?)\s*$/u;
const DOI_PREFIX = /(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|(?<![\p{L}\p{N}])doi\s?[:.]?\s?)$/u;
/** Thirteen digits of a book, or ten after the word, with spaces or hyphens between them. */
const SPACED =
  /(?<![\p{L}\p{N}])97[89](?:[ \p{Pd}]?\d){10}(?![\p{L}\p{N}])|(?<=isbn(?:[ :]|-10){0,3})(?<![\p{L}\p{N}])\d(?:[ \p{Pd}]?\d){8}[ \p{Pd}]?[\dx](?![\p{L}\p{N}])/gu;
