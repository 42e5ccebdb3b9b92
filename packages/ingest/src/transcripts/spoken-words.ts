/**
 * What is said in a transcript, as well as it can be told from a file that is not read: for comparison alone.
 *
 * Header, notes, numbers, times and markup go, since they would stand between words that belong together; nothing is
 * refused. Text before the first timing counts as said, as does what follows a timing that cannot be read.
 */
import { collapseRolling } from './collapse-rolling.ts';
import { type Cue, cueOf } from './cue.ts';
import { type MarkupDialect, voiceSpans } from './cue-markup.ts';
import { isTimingLine } from './cue-timing.ts';
import { speakerPrefixes } from './speaker-prefixes.ts';
import { transcriptWindows } from './transcript-windows.ts';

const LINE_END = /\r\n|\r|\n/;
const HEADER = /^[\s\uFEFF]*WEBVTT(?:[ \t]|$)/;
const NOTE = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** A number, or a time with a broken arrow. */
const WITHOUT_WORDS = /^[\s\d:.,>\u2013\u2014-]*$/;

/** The payloads of a file, each a cue one second long. */
function roughCues(lines: readonly string[], dialect: MarkupDialect): Cue[] {
  const cues: Cue[] = [];
  let payload: string[] = [];
  const close = (): void => {
    const at = cues.length;
    for (const { text, speaker } of voiceSpans(payload.join('\n'), dialect))
      cues.push(cueOf(at, at + 1, text, speaker));
    payload = [];
  };
  let isDropped = false;
  for (const [at, line] of lines.entries()) {
    const isTiming = isTimingLine(line);
    if (isTiming || line === '') isDropped = false;
    else if (dialect === 'vtt' && (NOTE.test(line) || (at === 0 && HEADER.test(line)))) isDropped = true;
    if (isTiming) close();
    else if (!isDropped && !WITHOUT_WORDS.test(line)) payload.push(line);
  }
  close();
  return cues;
}

/** The words of a transcript file, a line for each turn; empty when there are none. */
export function spokenWords(text: string, dialect: MarkupDialect): string {
  const cues = roughCues(text.split(LINE_END), dialect);
  const named = cues.some(({ speaker }) => speaker !== undefined) ? cues : speakerPrefixes(cues, []);
  return transcriptWindows(collapseRolling(named))
    .map((window) => window.text)
    .join('\n');
}
