/**
 * The door of @archive/ingest: readers for each kind of file, and the build that turns a folder into an index.
 *
 * For the author's side of the wall. Adding a line is an API change.
 */

// The config
export type {
  ArchiveConfig,
  BookDescription,
  CollectionConfig,
  CollectionKind,
  EmbedSettings,
  AnswerProviderSettings,
  GistSettings,
  LedgerSettings,
  ReadLimits,
  RerankSettings,
  ServerSettings,
} from './config/archive-config.ts';
export { archiveConfigSchema } from './config/archive-config.ts';
export type { LoadedConfig } from './config/load-archive-config.ts';
export { CONFIG_FILES, ConfigError, loadArchiveConfig } from './config/load-archive-config.ts';

// The build
export type { BuildOptions } from './build/build-archive.ts';
export { buildArchive, NothingToIndexError, PlanMovedError } from './build/build-archive.ts';
export type { BuildReport, BuildStatus, DisclosureTable } from './build/build-report.ts';
export type { BuildProgress, ProgressListener } from './build/build-progress.ts';
export type { Calibration } from './build/calibration.ts';
export { writeCalibration } from './build/calibration.ts';
export type { CurrentBuildOptions } from './build/is-build-current.ts';
export { isBuildCurrent } from './build/is-build-current.ts';
export type { ArchivePlan, PlanOptions } from './build/plan-archive.ts';
export { planArchive } from './build/plan-archive.ts';
export type { PublishPlan } from './build/publish-plan.ts';
export type {
  ArchivePreview,
  FragmentPreview,
  PreviewOptions,
  ServedPair,
  WorkGaps,
} from './build/preview-archive.ts';
export type { PlaceGap } from './build/place-gaps.ts';
export { previewArchive, stripFragment, UnknownTargetError } from './build/preview-archive.ts';
export type { ArchiveLintFinding, LintArchiveOptions } from './build/lint-archive.ts';
export { lintArchive } from './build/lint-archive.ts';
export { DEFAULT_ORIGIN, projectionsFile } from './build/prepare-archive.ts';
export { quantity } from './build/quantity.ts';
export type { FragmentDecision, FragmentRule, ResolvedWork } from './build/resolve-works.ts';
export { resolveWork } from './build/resolve-works.ts';
export { refuseUnfitOut, UnfitOutError } from './build/unfit-out.ts';

// What was read
export type { ArchiveReading, FileTrace, QuarantinedFile, WorkReading } from './build/archive-reading.ts';
export type { LeftOutFile } from './read/left-out.ts';
export type { ReadArchiveOptions } from './read/read-archive.ts';
export { readArchive } from './read/read-archive.ts';
export type { ListOptions } from './read/list-sources.ts';
export { GOLD_SUITE_FILE } from './read/list-sources.ts';
export { traceArchive } from './read/trace-archive.ts';
export type { DisclosureRule } from './policy/file-disclosure.ts';
export type { PrivateBooksOptions } from './read/build-private-books.ts';
export { buildPrivateBooks } from './read/build-private-books.ts';
export { CollectionUnreadableError } from './read/collections.ts';
export { IdCollisionError } from './read/id-collision-error.ts';
export { TooManyFilesError } from './read/walk-folder.ts';

// Readers of one file kind
export type { FileRefusal } from './files/file-refused-error.ts';
export { FileRefusedError } from './files/file-refused-error.ts';
export { decodeText } from './files/decode-text.ts';
export type { FrontMatter } from './front-matter/parse-front-matter.ts';
export { parseFrontMatter } from './front-matter/parse-front-matter.ts';
export type { MetaRecord, MetaValue } from './front-matter/meta-value.ts';
export type { DropCounts } from './markdown/drop-counts.ts';
export type { MarkdownReading } from './markdown/read-markdown.ts';
export type { MarkdownOptions } from './markdown/read-markdown.ts';
export { readMarkdown } from './markdown/read-markdown.ts';
export { readPlain } from './markdown/read-plain.ts';
export type { TextBlock } from './markdown/text-block.ts';
export { blocksToText } from './markdown/text-block.ts';
export type { Cue } from './transcripts/cue.ts';
export { parseSrt } from './transcripts/parse-srt.ts';
export { parseVtt } from './transcripts/parse-vtt.ts';
export { collapseRolling } from './transcripts/collapse-rolling.ts';

// Cutting works into fragments
export type { Piece } from './pieces/piece.ts';
export type { FragmentOptions } from './pieces/fragment-by-headings.ts';
export { fragmentByHeadings } from './pieces/fragment-by-headings.ts';
export type { PageOptions } from './pieces/fragment-by-page-markers.ts';
export { fragmentByPageMarkers } from './pieces/fragment-by-page-markers.ts';
export { markPages } from './pieces/page-marks.ts';
export { fragmentPublicText } from './pieces/fragment-public-text.ts';
export { MAX_FRAGMENT_CHARS, splitLong } from './pieces/split-long.ts';
export type { TranscriptWindow } from './transcripts/transcript-windows.ts';
export { transcriptWindows } from './transcripts/transcript-windows.ts';

// Works
export type { Work, WorkDescription } from './entities/make-work.ts';
export type { ArchiveRecord } from './entities/from-archive-record.ts';
export { fromArchiveRecord } from './entities/from-archive-record.ts';
export type { PrivateNote } from './entities/from-private-note.ts';
export { fromPrivateNote } from './entities/from-private-note.ts';
export type { BookPiece, PrivateBook } from './entities/from-private-book.ts';
export { fromPrivateBook } from './entities/from-private-book.ts';
export type { Transcript } from './entities/from-transcript.ts';
export { fromTranscript } from './entities/from-transcript.ts';
export { slugOf } from './entities/slug-of.ts';
export { printedIdKey } from './entities/printed-id-key.ts';
