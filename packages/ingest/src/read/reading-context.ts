/**
 * What the readers of an archive share: config, clock, key, bounds, and the tallies of what stayed out.
 */
import type { QuarantinedFile, WorkReading } from '../build/archive-reading.ts';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { addDrops, type DropCounts, noDrops } from '../markdown/drop-counts.ts';
import type { Collection } from './collections.ts';
import { type LeftOut, type LeftOutFile, unpublished, WITHOUT_TEXT } from './left-out.ts';
import type { SourceFile } from './list-sources.ts';
import { DataFiles } from './unclaimed-sidecars.ts';

/** Kept while a folder is read. */
export interface Tallies {
  works: WorkReading[];
  quarantined: QuarantinedFile[];
  /** Sentences about single files that their owner should read. */
  notices: string[];
  dropped: DropCounts;
  /** Files left out, counted by extension or by reason. */
  skipped: Record<string, number>;
  /** The same files one by one, but for those below folders that are never entered. */
  leftOut: LeftOutFile[];
  /** Keys that mean nothing here. */
  ignoredKeys: Set<string>;
  /** Data files beside texts, for those that nobody reads. */
  dataFiles: DataFiles;
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
  /** See `ReadArchiveOptions`. */
  onQuarantinedText?: ((text: string) => void) | undefined;
}

/** Empty tallies. */
export function noTallies(): Tallies {
  return {
    works: [],
    quarantined: [],
    notices: [],
    dropped: noDrops(),
    skipped: {},
    leftOut: [],
    ignoredKeys: new Set(),
    dataFiles: new DataFiles(),
    privateByPath: 0,
  };
}

/** Counts files that are left out on purpose. */
export function skip(tallies: Tallies, what: string, count: number): void {
  tallies.skipped[what] = (tallies.skipped[what] ?? 0) + count;
}

/** Counts one such file and remembers why. */
export function leaveOut(tallies: Tallies, what: string, { path }: SourceFile, why: LeftOut): void {
  skip(tallies, what, 1);
  tallies.leftOut.push({ path, ...why });
}

/** Leaves out a file that a key of its own keeps out. */
export function leaveOutDraft(tallies: Tallies, key: string, file: SourceFile): void {
  leaveOut(tallies, 'drafts and unpublished', file, unpublished(key));
}

/** Leaves out a file that holds nothing to find. */
export function leaveOutEmpty(tallies: Tallies, file: SourceFile): void {
  leaveOut(tallies, 'files without text', file, WITHOUT_TEXT);
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
