/**
 * What the readers of an archive share: config, clock, key, bounds, and the tallies of what stayed out.
 */
import type { QuarantinedFile, WorkReading } from '../build/archive-reading.ts';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { addDrops, type DropCounts, noDrops } from '../markdown/drop-counts.ts';
import type { Collection } from './collections.ts';
import type { SourceFile } from './list-sources.ts';

/** Kept while a folder is read. */
export interface Tallies {
  works: WorkReading[];
  quarantined: QuarantinedFile[];
  quarantinedTexts: string[];
  /** Sentences about single files that their owner should read. */
  notices: string[];
  dropped: DropCounts;
  /** Files left out, counted by extension or by reason. */
  skipped: Record<string, number>;
  /** Keys that mean nothing here. */
  ignoredKeys: Set<string>;
  /** Files that their path alone made private. */
  privateByPath: number;
}

/** One reading of an archive. */
export interface ReadingContext {
  config: ArchiveConfig;
  now: Date;
  timeZone: string;
  origin: string;
  slugKey: Uint8Array;
  fileMiB: number;
  fileSeconds: number;
  tallies: Tallies;
}

/** Empty tallies. */
export function noTallies(): Tallies {
  return {
    works: [],
    quarantined: [],
    quarantinedTexts: [],
    notices: [],
    dropped: noDrops(),
    skipped: {},
    ignoredKeys: new Set(),
    privateByPath: 0,
  };
}

/** Counts a file that is left out on purpose. */
export function skip(tallies: Tallies, reason: string, count = 1): void {
  tallies.skipped[reason] = (tallies.skipped[reason] ?? 0) + count;
}

/** Adds what a reading dropped. */
export function tallyDrops(tallies: Tallies, dropped: DropCounts): void {
  addDrops(tallies.dropped, dropped);
}

/** A file with the collection it is read in. */
export interface CollectionFile {
  collection: Collection;
  file: SourceFile;
}
