/**
 * Reads WebVTT into cues: one pass over the lines, linear in their length.
 *
 * Notes, styles, regions, identifiers and settings are dropped, as is text that belongs to no cue, since no player
 * shows it. A note ends at its blank line and not before, whatever it holds, so that a cue someone commented out
 * stays out. A line of blanks is part of its cue; only an empty line ends it.
 */
import { type Cue, cueOf } from './cue.ts';
import { cueLines, refuseLine } from './cue-lines.ts';
import { voiceSpans } from './cue-markup.ts';
import { isTimingLine, parseCueTiming } from './cue-timing.ts';
import { speakerPrefixes } from './speaker-prefixes.ts';

const HEADER = /^WEBVTT(?:[ \t]|$)/;
const NOTE = /^NOTE(?:[ \t]|$)/;
const COUNTER = /^\s*\d+\s*$/;

/**
 * Parses a WebVTT file, in file order; a cue with several voices gives several cues with the same times.
 *
 * When no cue has a voice span, `Name:` prefixes are read as {@link speakerPrefixes} reads them.
 *
 * @param known  labels that a sidecar lists, taken as speakers wherever they prefix a line
 * @throws {FileRefusedError} when the header is missing, a timing cannot be read or the file is overlong
 */
export function parseVtt(text: string, known: readonly string[] = []): Cue[] {
  const lines = cueLines(text);
  if (!HEADER.test(lines[0] ?? ''))
    throw refuseLine(0, 'is not the header of a WebVTT file', 'begin the file with WEBVTT');
  const cues: Cue[] = [];
  const lineAt = (at: number): string => lines[at] ?? '';
  let at = 1;
  while (at < lines.length && lineAt(at) !== '' && !isTimingLine(lineAt(at))) at += 1;
  while (at < lines.length) {
    if (NOTE.test(lineAt(at))) {
      while (at < lines.length && lineAt(at) !== '') at += 1;
      continue;
    }
    if (!isTimingLine(lineAt(at))) {
      at += 1;
      continue;
    }
    const { startSeconds, endSeconds } = parseCueTiming(lineAt(at), at);
    at += 1;
    if (opensWithPadding(lines, at)) at += 1;
    const payload: string[] = [];
    for (; at < lines.length && lineAt(at) !== '' && !isTimingLine(lineAt(at)); at += 1)
      payload.push(lineAt(at));
    // A blank line is missing: what stands before the next timing is its number.
    if (isTimingLine(lineAt(at)) && payload.length > 1 && COUNTER.test(payload.at(-1) ?? '')) payload.pop();
    for (const span of voiceSpans(payload.join('\n'), 'vtt'))
      cues.push(cueOf(startSeconds, endSeconds, span.text, span.speaker));
  }
  return cues.some((cue) => cue.speaker !== undefined) ? cues : speakerPrefixes(cues, known);
}

/** Says whether the empty line after a timing is padding whose blanks an editor removed: text follows, and no cue. */
function opensWithPadding(lines: readonly string[], at: number): boolean {
  const [first, second, third] = [lines[at], lines[at + 1] ?? '', lines[at + 2] ?? ''];
  return first === '' && second !== '' && !NOTE.test(second) && !isTimingLine(second) && !isTimingLine(third);
}
