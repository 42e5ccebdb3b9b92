/**
 * Reads SubRip into cues: one pass over the lines, linear in their length.
 *
 * Whatever stands between two timings belongs to the first, blank lines or not, so that nothing said is lost; the
 * number before a timing is left out when the file numbers its cues, which its first cue shows.
 */
import { type Cue, cueOf } from './cue.ts';
import { cueLines, refuseLine } from './cue-lines.ts';
import { voiceSpans } from './cue-markup.ts';
import { isTimingLine, parseCueTiming } from './cue-timing.ts';
import { speakerPrefixes } from './speaker-prefixes.ts';

const COUNTER = /^\s*\d+\s*$/;

/**
 * Parses a SubRip file, in file order; `Name:` prefixes are read as {@link speakerPrefixes} reads them.
 *
 * @param known  labels that a sidecar lists, taken as speakers wherever they prefix a line
 * @throws {FileRefusedError} when text comes before the first timing, a timing cannot be read or the file is overlong
 */
export function parseSrt(text: string, known: readonly string[] = []): Cue[] {
  const lines = cueLines(text);
  const cues: Cue[] = [];
  let at = 0;
  for (; at < lines.length && !isTimingLine(lines[at] ?? ''); at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && !COUNTER.test(line)) {
      throw refuseLine(at, 'comes before any timing', 'begin each cue with its number and its timing');
    }
  }
  const numbered = COUNTER.test(lines[at - 1] ?? '');
  while (at < lines.length) {
    const { startSeconds, endSeconds } = parseCueTiming(lines[at] ?? '', at);
    const payload: string[] = [];
    for (at += 1; at < lines.length && !isTimingLine(lines[at] ?? ''); at += 1) payload.push(lines[at] ?? '');
    if (numbered && at < lines.length && COUNTER.test(payload.at(-1) ?? '')) payload.pop();
    for (const span of voiceSpans(payload.join('\n'), 'srt'))
      cues.push(cueOf(startSeconds, endSeconds, span.text, span.speaker));
  }
  return cues.some((cue) => cue.speaker !== undefined) ? cues : speakerPrefixes(cues, known);
}
