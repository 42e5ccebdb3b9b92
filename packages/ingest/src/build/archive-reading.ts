/**
 * What the readers hand to the build: works with their fragments as requested, and what stayed out.
 */
import type { Entity, FragmentInput } from '@archive/contract/private';
import type { DisclosureRule } from '../policy/file-disclosure.ts';
import type { LeftOutFile } from '../read/left-out.ts';

/** One work as read. */
export interface WorkReading {
  entity: Entity;
  /** In source order. */
  fragments: FragmentInput[];
  /** Path of its first file, relative to the folder of the archive, with forward slashes. */
  file: string;
  /** Rules that decided its requested disclosure, in the order in which they spoke. */
  rules: DisclosureRule[];
  /** End of an embargo that is still running, in milliseconds since 1970. */
  embargoedUntil?: number;
}

/** A file whose policy or content could not be read safely. It stays out. */
export interface QuarantinedFile {
  /** Relative to the folder of the archive. */
  path: string;
  /** The key at fault, when one is. */
  field?: string;
  /** One sentence of ours; no value from the file. */
  reason: string;
  help?: string;
}

/** A folder as read. */
export interface ArchiveReading {
  works: WorkReading[];
  quarantined: QuarantinedFile[];
  /** Files left out on purpose, counted by extension or reason. */
  skipped: Record<string, number>;
  /** The same files one by one, but for those below folders that are never entered. */
  leftOut: LeftOutFile[];
  /** What never entered a text, counted by kind: comments, hidden elements, shortcodes, … */
  dropped: Record<string, number>;
  /** Sentences the owner should read: what was assumed, unknown keys, looser windows. */
  notices: string[];
  /** Every file that was looked at, with what tells whether it changed; sorted by path. */
  traces: FileTrace[];
}

/** What tells cheaply whether a file changed. */
export interface FileTrace {
  path: string;
  size: number;
  mtimeMs: number;
}
