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
  GistSettings,
  ReadLimits,
} from './config/archive-config.ts';
export { archiveConfigSchema } from './config/archive-config.ts';
export type { LoadedConfig } from './config/load-archive-config.ts';
export { CONFIG_FILES, ConfigError, loadArchiveConfig } from './config/load-archive-config.ts';

// The build
export type { BuildOptions } from './build/build-archive.ts';
export { buildArchive, NothingToIndexError } from './build/build-archive.ts';
export type { BuildReport, BuildStatus, DisclosureTable } from './build/build-report.ts';
export type { BuildProgress, ProgressListener } from './build/build-progress.ts';
export type { CurrentBuildOptions } from './build/is-build-current.ts';
export { isBuildCurrent } from './build/is-build-current.ts';
export type { ArchivePlan, PlanOptions } from './build/plan-archive.ts';
export { planArchive } from './build/plan-archive.ts';
export type { PublishPlan } from './build/publish-plan.ts';
export type { ArchivePreview, FragmentPreview, PreviewOptions, ServedPair } from './build/preview-archive.ts';
export { previewArchive, UnknownTargetError } from './build/preview-archive.ts';
export type { ArchiveLintFinding, LintArchiveOptions } from './build/lint-archive.ts';
export { lintArchive } from './build/lint-archive.ts';
export { DEFAULT_ORIGIN, projectionsFile } from './build/prepare-archive.ts';
export type { FragmentDecision, FragmentRule } from './build/resolve-works.ts';
export { UnfitOutError } from './build/unfit-out.ts';

// What was read
export type { ArchiveReading, FileTrace, QuarantinedFile, WorkReading } from './build/archive-reading.ts';
export type { ReadArchiveOptions } from './read/read-archive.ts';
export { readArchive } from './read/read-archive.ts';
export type { DisclosureRule } from './policy/file-disclosure.ts';
