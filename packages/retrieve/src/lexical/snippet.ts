/**
 * The part of a public text that says most about a question, cut between words.
 *
 * Like the highlights it is made from, it must be given public text only.
 */
import type { Highlight } from '@archive/contract';
import { truncateCodePoints } from '@archive/text';
import { type Mark, marksIn, MOST_HIGHLIGHTS, partsOf } from './highlights.ts';

/** A part of a text. */
export interface Snippet {
  /** Word for word, without the ellipsis that whoever shows it may add. */
  readonly text: string;
  /** Where it begins and ends in the whole, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Marks in `text`. */
  readonly highlights: readonly Highlight[];
}

/** Code units of a snippet, unless its caller says otherwise. */
export const SNIPPET_CHARS = 240;

/**
 * Chooses the stretch with the most different words of the question, then the most of them, then the first.
 *
 * A text no longer than the limit comes back whole; one without any of the words from its beginning.
 *
 * @param most  most UTF-16 units, at least 40; default {@link SNIPPET_CHARS}
 */
export function snippet(text: string, query: string, most: number = SNIPPET_CHARS): Snippet {
  const limit = Math.max(40, Math.floor(most));
  const marks = marksIn(text, query);
  if (text.length <= limit) return cut(text, marks, 0, text.length);
  const [first, last] = bestRun(marks, limit);
  const start = marks[first]?.from ?? 0;
  const end = marks[last]?.to ?? 0;
  // Half of what is left over goes before the words, so that a reader sees what leads to them.
  const spare = Math.max(0, limit - (end - start));
  const from = Math.max(0, Math.min(start - Math.floor(spare / 2), text.length - limit));
  const edges = partsOf(text.slice(from, from + limit));
  const [head, tail] = [edges[0], edges.at(-1)];
  if (head === undefined || tail === undefined) {
    const kept = truncateCodePoints(text, Math.floor(limit / 2));
    return cut(text, marks, 0, kept.length);
  }
  const isWordBegun = from > 0 && head.start === 0 && head.kind === 'word';
  const isWordLeft = from + limit < text.length && tail.end === limit && tail.kind === 'word';
  const cutFrom = from + (isWordBegun ? (edges[1]?.start ?? 0) : head.start);
  const cutTo = from + (isWordLeft ? (edges.at(-2)?.end ?? limit) : tail.end);
  return cut(
    text,
    marks,
    Math.min(from === 0 ? 0 : cutFrom, start),
    Math.max(from + limit >= text.length ? text.length : cutTo, Math.min(end, start + limit)),
  );
}

/** First and last mark of the best stretch. */
function bestRun(marks: readonly Mark[], limit: number): [first: number, last: number] {
  let best: [number, number] = [0, -1];
  let [bestWords, bestMarks] = [0, 0];
  let first = 0;
  for (let last = 0; last < marks.length; last++) {
    while (first < last && (marks[last] as Mark).to - (marks[first] as Mark).from > limit) first++;
    const run = marks.slice(first, last + 1);
    const words = new Set(run.flatMap(({ asked }) => [...asked])).size;
    if (words > bestWords || (words === bestWords && run.length > bestMarks)) {
      best = [first, last];
      [bestWords, bestMarks] = [words, run.length];
    }
  }
  return best;
}

function cut(text: string, marks: readonly Mark[], from: number, end: number): Snippet {
  // A phrase may be longer than the part: then as much of it is marked as is shown, and no character is cut in two.
  const to = end < text.length && isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end;
  const within = marks.filter((mark) => mark.from >= from && mark.from < to).slice(0, MOST_HIGHLIGHTS);
  return {
    text: text.slice(from, to),
    from,
    to,
    highlights: within.map((mark): Highlight => [mark.from - from, Math.min(mark.to, to) - from]),
  };
}

function isFirstHalf(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit < 0xdc00;
}
