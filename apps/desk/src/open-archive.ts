/**
 * Reads the folder of an archive for the desk: its works, and what a build would say before it looks at any gist.
 *
 * Writes nothing and sends nothing. Changes of the files are noticed by name, size and time, and read when the author asks.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readLastGeneration, type TextPiece } from '@archive/index';
import {
  DEFAULT_ORIGIN,
  type FileTrace,
  loadArchiveConfig,
  projectionsFile,
  readArchive,
  traceArchive,
} from '@archive/ingest';
import { createOtherWorksMatcher } from '@archive/lint';
import { DeskWork } from './desk-work.ts';

/** Where an archive is. */
export interface ArchivePlace {
  /** Absolute. */
  folder: string;
  /** Absolute. */
  out: string;
  /** Whether the author named `out`. */
  isOutGiven: boolean;
}

/** An archive as it was read. */
export interface OpenArchive {
  name: string;
  fixture: boolean;
  works: readonly DeskWork[];
  workOfFragment: ReadonlyMap<string, DeskWork>;
  quarantined: { file: string; reason: string }[];
  notices: string[];
  /** The file with the decisions. */
  projectionsFile: string;
  /** Fragments of the last build: where stored decisions come from when a work was split anew. */
  oldPieces: readonly TextPiece[];
  newPieces: readonly TextPiece[];
  traces: readonly FileTrace[];
}

/** Reads an archive. @throws {ArchiveError} as a build would */
export async function openArchive({ folder, out }: ArchivePlace, now: Date): Promise<OpenArchive> {
  const config = await loadArchiveConfig(folder);
  const reading = await readArchive({ folder, out, config, now, origin: DEFAULT_ORIGIN });
  const published = await readLastGeneration(out);
  const privateWorks = reading.works.filter(({ entity }) => entity.disclosure.raw === 'private');
  const others = createOtherWorksMatcher(reading.works);
  const works = reading.works.map((work) => {
    const hasOthers = privateWorks.some((other) => other !== work);
    return new DeskWork(work, hasOthers ? others : undefined);
  });
  return {
    name: config.name ?? path.basename(folder),
    fixture: config.fixture === true,
    works,
    workOfFragment: new Map(works.flatMap((work) => work.fragments.map(({ id }) => [id, work]))),
    quarantined: reading.quarantined.map(({ path: file, reason }) => ({ file, reason })),
    notices: reading.notices,
    projectionsFile: projectionsFile(folder, out, config),
    oldPieces: (published?.privateIndex.entries ?? []).map(({ fragment: { id, text } }) => ({ id, text })),
    newPieces: reading.works.flatMap(({ fragments }) => fragments.map(({ id, text }) => ({ id, text }))),
    traces: reading.traces,
  };
}

/** Whether a file of the archive is new, changed or gone since it was read; the decisions themselves apart. */
export async function sourcesChanged(
  { folder, out }: ArchivePlace,
  traces: readonly FileTrace[],
): Promise<boolean> {
  const present = await traceArchive({ folder, out, config: await loadArchiveConfig(folder) });
  const isSource = ({ path: file }: FileTrace): boolean => file !== PROJECTIONS_TRACE;
  return !isDeepStrictEqual(present.filter(isSource), traces.filter(isSource));
}

/** The path under which a reading lists the decisions. */
const PROJECTIONS_TRACE = 'projections.json';
