/**
 * Gathers cues into windows of a minute or so, the fragments of a transcript.
 *
 * A window closes at the first change of speaker once it holds {@link LEAST}; at {@link MOST} it closes at the last end
 * of a sentence since then, else where it is. A longer single cue is a window of its own. Every cue is in one window.
 * Names of speakers are beside the text, not in it, so that they are not private text to the metadata lint.
 */
import type { Locator } from '@archive/contract';
import { hasUnspacedScript, normalizeWords } from '@archive/text';
import { codePointLength } from '../pieces/code-points.ts';
import type { Cue } from './cue.ts';

interface WindowSize {
  seconds: number;
  /** At least one a cue, so that a window has a bound whatever it holds. */
  words: number;
  /** Code points of cues in a script without spaces between words. */
  unspaced: number;
}

/** From here a window may close: any one of the three is enough. */
const LEAST: WindowSize = { seconds: 60, words: 120, unspaced: 250 };
/** Here it must: none of the three may be passed. */
const MOST: WindowSize = { seconds: 90, words: 200, unspaced: 400 };

const SENTENCE_END = /[.!?…。！？।۔؟]["'”’»)\]」』）]*$/u;

const LAST_CHARACTER = /.$/su;

/** One window, in the order of time. */
export interface TranscriptWindow {
  /** One timecode step in decimal seconds; no end when start and end are the same. */
  locator: Locator[];
  /** Labels of who speaks, each once, in order. */
  speakers: string[];
  /** A line for each turn. */
  text: string;
}

/** Joins two stretches of speech: without a blank inside a script that has none. */
function joined(before: string, after: string): string {
  const last = LAST_CHARACTER.exec(before.slice(-2))?.[0] ?? '';
  const first = String.fromCodePoint(after.codePointAt(0) ?? 0x20);
  return before + (hasUnspacedScript(last) && hasUnspacedScript(first) ? '' : ' ') + after;
}

function spoken(cue: Cue): string {
  return cue.text.split('\n').reduce(joined);
}

function turnsOf(cues: readonly Cue[]): string {
  const turns: string[] = [];
  for (const [at, cue] of cues.entries()) {
    const last = at > 0 && cues[at - 1]?.speaker === cue.speaker ? turns.pop() : undefined;
    turns.push(last === undefined ? spoken(cue) : joined(last, spoken(cue)));
  }
  return turns.join('\n');
}

function timecode(seconds: number): string {
  return String(Math.round(seconds * 1000) / 1000);
}

function windowOf(cues: readonly Cue[]): TranscriptWindow {
  const value = timecode(cues[0]?.startSeconds ?? 0);
  const end = timecode(cues.reduce((latest, cue) => Math.max(latest, cue.endSeconds), 0));
  const speakers = new Set(cues.flatMap((cue) => cue.speaker ?? []));
  const place: Locator = { scheme: 'timecode', value };
  return {
    locator: [value === end ? place : { ...place, end }],
    speakers: [...speakers],
    text: turnsOf(cues),
  };
}

const reaches = (size: WindowSize, bound: WindowSize): boolean =>
  size.seconds >= bound.seconds || size.words >= bound.words || size.unspaced >= bound.unspaced;
const passes = (size: WindowSize, bound: WindowSize): boolean =>
  size.seconds > bound.seconds || size.words > bound.words || size.unspaced > bound.unspaced;

/** Where the window that begins at `from` ends: the index after its last cue. */
function windowEnd(cues: readonly Cue[], from: number): number {
  const start = cues[from]?.startSeconds ?? 0;
  let size: WindowSize = { seconds: 0, words: 0, unspaced: 0 };
  let sentenceEnd: number | undefined;
  for (let at = from; at < cues.length; at += 1) {
    const cue = cues[at];
    if (cue === undefined) break;
    const before = size;
    size = {
      seconds: Math.max(size.seconds, cue.endSeconds - start),
      words: size.words + Math.max(1, normalizeWords(cue.text).length),
      unspaced: size.unspaced + (hasUnspacedScript(cue.text) ? codePointLength(cue.text) : 0),
    };
    if (at === from) continue;
    const previous = cues[at - 1];
    if (reaches(before, LEAST) && previous !== undefined) {
      if (previous.speaker !== cue.speaker) return at;
      if (SENTENCE_END.test(previous.text.slice(-8))) sentenceEnd = at;
    }
    if (passes(size, MOST)) return sentenceEnd ?? at;
  }
  return cues.length;
}

/**
 * Cuts a transcript into windows of about 60 to 90 seconds, 120 to 200 words, or 250 to 400 characters of a script
 * without spaces, whichever comes first; cues are put in order of their start.
 */
export function transcriptWindows(cues: readonly Cue[]): TranscriptWindow[] {
  const ordered = [...cues].sort((a, b) => a.startSeconds - b.startSeconds);
  const windows: TranscriptWindow[] = [];
  for (let from = 0; from < ordered.length; ) {
    const end = windowEnd(ordered, from);
    windows.push(windowOf(ordered.slice(from, end)));
    from = end;
  }
  return windows;
}
