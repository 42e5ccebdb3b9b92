/**
 * A recording as a work: one fragment for each window, with its time and its speakers.
 */
import type { Attribution } from '@archive/contract';
import type { TranscriptWindow } from '../transcripts/transcript-windows.ts';
import { makeWork, type Work, type WorkDescription } from './make-work.ts';

/** A recording with its windows in the order of time. */
export interface Transcript extends WorkDescription {
  windows: readonly TranscriptWindow[];
  /** Who a label stands for; several labels may be one person. */
  attributionOf: (labels: readonly string[]) => Attribution[];
}

/** Makes the work of a recording. */
export function fromTranscript(transcript: Transcript, slugKey?: Uint8Array): Work {
  return makeWork(
    transcript,
    transcript.windows.map(({ locator, text, speakers }) => ({
      locator,
      text,
      attribution: transcript.attributionOf(speakers),
    })),
    slugKey,
  );
}
