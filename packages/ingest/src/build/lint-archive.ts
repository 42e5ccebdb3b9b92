/**
 * A dry run of the lint over a whole archive, at any window: fields and positions, never a string of a work.
 */
import type { Projections } from '@archive/index';
import { readProjections } from '@archive/index';
import { type LintFinding, lintReport } from '@archive/lint';
import { loadArchiveConfig } from '../config/load-archive-config.ts';
import { readArchive } from '../read/read-archive.ts';
import type { WorkReading } from './archive-reading.ts';
import { DEFAULT_ORIGIN, projectionsFile } from './prepare-archive.ts';

/** A finding, with the work and file it is about. */
export type ArchiveLintFinding = LintFinding & { entityId: string; file: string };

/** What to lint. */
export interface LintArchiveOptions {
  folder: string;
  out: string;
  now: Date;
  /** Words of a run; default: as each work states it. */
  window?: number;
}

/** Lints every travelling string and stored gist of an archive. Findings by work, then as `lintReport` orders them. */
export async function lintArchive({
  folder,
  out,
  now,
  window,
}: LintArchiveOptions): Promise<ArchiveLintFinding[]> {
  const config = await loadArchiveConfig(folder);
  const { works } = await readArchive({ folder, out, config, now, origin: DEFAULT_ORIGIN });
  const stored = await readProjections(projectionsFile(folder, out, config));
  return works.flatMap((work) =>
    lintReport(work.entity, withGists(work, stored), window === undefined ? {} : { window }).map(
      (finding) => ({
        ...finding,
        entityId: work.entity.id,
        file: work.file,
      }),
    ),
  );
}

/** Attaches stored gists as drafts: the report judges their words, whatever the file calls them. */
function withGists({ fragments }: WorkReading, { projections }: Projections): WorkReading['fragments'] {
  return fragments.map((fragment) => {
    const stored = projections[fragment.id];
    if (stored === undefined) return fragment;
    const { source, review, contentHash } = stored;
    const draft = stored.lint === 'passed' ? stored.gist : stored.draft;
    return { ...fragment, projection: { source, review, contentHash, lint: 'failed', draft } };
  });
}
