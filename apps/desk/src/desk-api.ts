/**
 * What the page and its server say to each other, as types; shared by both, so it imports nothing that runs.
 *
 * Everything here may hold private text. It goes to the author's own browser on the author's own machine, and nowhere
 * else.
 */
import type { Exposure, FragmentFace } from '@archive/contract';

/** Where a gist stands; the words of @archive/drafter, and `not-asked` where no gist is asked for. */
export type RowStatus =
  | 'not-asked'
  | 'none'
  | 'vetoed'
  | 'failed'
  | 'stale'
  | 'outdated'
  | 'needs-review'
  | 'reviewed'
  | 'edited'
  | 'current';

/** Which rows a list shows. `todo`: a gist is asked for and nobody has decided yet. */
export type RowFilter = 'all' | 'todo' | 'asked' | Exclude<RowStatus, 'not-asked'>;

/** A part of a string in UTF-16 units. */
export interface Mark {
  start: number;
  end: number;
}

/** Something the lint has against a gist. */
export interface GistProblem {
  rule: string;
  /** What to do about it. */
  help: string;
  /** Where, for a shared run: 1-based, both ends inclusive. */
  positions?: { unit: 'words' | 'characters'; from: number; to: number };
}

/** What the lint says of words, stored or not. */
export interface GistCheck {
  problems: GistProblem[];
  /** The shared runs, in reading order, where they stand in the words. */
  marks: Mark[];
  /** Length in code points. */
  length: number;
  maxChars: number;
  /** Why a person has to look before it is released. */
  review: ('coverage' | 'language' | 'encoded')[];
}

/** How much of a work is released, and how far its author is. */
export interface WorkMeters {
  fragments: number;
  /** By what a build would grant; a work that stops the build has none. */
  exposures: Record<Exposure, number>;
  /** Fragments for which a gist is asked. */
  asked: number;
  /** Of these: reviewed, vetoed, or written by the author. */
  decided: number;
  /** Share of the distinct content words of the work that its released gists use, 0 to 1. */
  gistShare: number;
  /** The share above which the work should not go, and whether a build holds it. */
  gistBudget: number;
  isBudgetEnforced: boolean;
}

/** One work of the archive. */
export interface WorkSummary {
  id: string;
  title: string;
  type: string;
  /** Its first file, relative to the folder. */
  file: string;
  raw: 'public' | 'private';
  requireReview: boolean;
  meters: WorkMeters;
  counts: Record<RowStatus, number>;
  /** Why a build would stop at this work, if it would. */
  problem?: string;
}

/** The archive. */
export interface ArchiveView {
  name: string;
  fixture: boolean;
  /** Names the state of `projections.json` this was made from; null when there is no file yet. */
  sha256: string | null;
  works: WorkSummary[];
  quarantined: { file: string; reason: string }[];
  notices: string[];
  /** What `undo` would take back next, if anything. */
  undo: UndoView | null;
}

/** One line of a list. */
export interface FragmentRow {
  id: string;
  /** Its place in the work, from 0. */
  at: number;
  label: string;
  /** What rows of one chapter have in common; empty where the work has no chapters. */
  chapter: string;
  status: RowStatus;
  requested: Exposure;
  /** What a build would grant; absent when it would stop at the work. */
  resolved?: Exposure;
  /** The beginning of the gist or draft. */
  hint: string;
}

/** A page of a list. */
export interface RowsView {
  sha256: string | null;
  total: number;
  offset: number;
  rows: FragmentRow[];
}

/** A stored gist as the author sees it. */
export interface EntryView {
  words: string;
  lint: 'passed' | 'failed';
  source: 'generated' | 'edited';
  review: 'unreviewed' | 'reviewed';
  vetoed: boolean;
  stale: boolean;
  model?: string;
  promptVersion?: string;
  generatedAt?: string;
}

/** One fragment with everything the author decides by. */
export interface FragmentView {
  sha256: string | null;
  workId: string;
  row: FragmentRow;
  /** The private text itself. */
  source: string;
  speakers: string[];
  date?: string;
  /** What the files ask for. */
  authored: Exposure;
  /** What the author set in the desk or the file of decisions. */
  override?: Exposure;
  /** What decided what the files ask for. */
  askedBy: string[];
  /** Why it is resolved otherwise than asked. */
  rules: string[];
  entry?: EntryView;
  check?: GistCheck;
  history: { action: string; at?: string }[];
}

/** What a caller would get of a fragment; null when nothing. */
export interface PublicView {
  face: FragmentFace | null;
}

/** A change the author asks for. */
export type ActRequest = {
  /** The state of `projections.json` the author saw. */
  sha256: string | null;
} & (
  | { action: 'edit'; fragmentId: string; gist: string; reviewed?: boolean }
  | { action: 'veto' | 'unveto' | 'accept' | 'review' | 'clear-exposure'; fragmentIds: string[] }
  | { action: 'set-exposure'; fragmentIds: string[]; exposure: Exposure }
);

/** What came of a change. */
export interface ActReply {
  sha256: string | null;
  /** Fragments that are changed now. */
  changed: FragmentRow[];
  /** Fragments that were left as they were, each with the reason. */
  skipped: { id: string; label: string; reason: string }[];
  works: WorkSummary[];
  /** Whether somebody else decided about other fragments since the state the page saw. */
  othersChanged: boolean;
  /** What `undo` would take back next, if anything. */
  undo: UndoView | null;
}

/** What can be taken back. */
export interface UndoView {
  action: string;
  fragments: number;
}

/** A fragment that somebody else changed meanwhile. */
export interface ConflictView {
  id: string;
  label: string;
  /** As the page saw it; absent when there was nothing, or that state is no longer known. */
  before?: EntryView;
  now?: EntryView;
}

/** Whether something changed outside the desk. */
export interface NewsView {
  sha256: string | null;
  sourcesChanged: boolean;
}

/** A refusal. */
export interface ErrorView {
  error: { code: string; message: string; help?: string };
  /** With `refused`: what the lint says. */
  check?: GistCheck;
  /** With `conflict`. */
  conflict?: ConflictView[];
  sha256?: string | null;
}
