/**
 * What a build tells while it runs.
 */

/** A step of a build. `total` is 0 while it is not known. */
export interface BuildProgress {
  stage: 'read' | 'resolve' | 'embed' | 'publish';
  done: number;
  total: number;
}

/** Hears about the steps of a build, in order. */
export type ProgressListener = (progress: BuildProgress) => void;
