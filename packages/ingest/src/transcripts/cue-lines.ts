/**
 * The lines of a transcript file and the refusals that name them.
 *
 * A refusal states a line number, never what stands on the line.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';

/** Longest transcript in UTF-16 units: some two weeks of speech, so that a wrong file is refused early. */
const MAX_TRANSCRIPT_UNITS = 16 * 1024 * 1024;

const LINE_END = /\r\n|\r|\n/;
const LEADING_MARKS = /^\uFEFF+/;

/**
 * Cuts a file into lines, whatever ends them, without byte order marks.
 *
 * @throws {FileRefusedError} when the file is longer than {@link MAX_TRANSCRIPT_UNITS}
 */
export function cueLines(text: string): string[] {
  if (text.length > MAX_TRANSCRIPT_UNITS) {
    throw new FileRefusedError({
      field: 'file',
      reason: `it is longer than the bound of ${MAX_TRANSCRIPT_UNITS} characters for a transcript`,
      help: 'split the transcript, one file a recording',
    });
  }
  return text.replace(LEADING_MARKS, '').split(LINE_END);
}

/** A refusal of one line; `at` counts from 0, the message from 1. */
export function refuseLine(at: number, reason: string, help: string): FileRefusedError {
  return new FileRefusedError({ field: 'file', reason: `line ${at + 1} ${reason}`, help });
}
