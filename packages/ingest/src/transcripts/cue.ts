/**
 * One thing said at one time: the common form of every transcript format.
 *
 * Labels stay as the file wrote them; whether a label is a name is decided by `speakerAttribution`.
 */

/** A stretch of a recording and what is said in it. */
export interface Cue {
  /** From 0 up, in whole milliseconds. */
  startSeconds: number;
  /** Never before the start. */
  endSeconds: number;
  /** The label of who speaks, one line. Absent when the file does not say. */
  speaker?: string;
  /** Never blank; lines as they were shown, with LF between them. */
  text: string;
}

/** A cue without a `speaker` key when there is no speaker. */
export function cueOf(startSeconds: number, endSeconds: number, text: string, speaker?: string): Cue {
  return speaker === undefined
    ? { startSeconds, endSeconds, text }
    : { startSeconds, endSeconds, speaker, text };
}
