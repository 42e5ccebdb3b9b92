/**
 * Exactly what a caller would see of a fragment, a work or a file, and why: requested → resolved, and the rules.
 *
 * Resolves as a build does and strips as a build does, but embeds nothing: the preview has no scores.
 */
import path from 'node:path';
import type { Exposure } from '@archive/contract';
import { ArchiveError } from '@archive/contract';
import { embedPlans, type PrivateIndex, projectionContentHash, toServedIndex } from '@archive/index';
import type { DisclosureRule } from '../policy/file-disclosure.ts';
import { posixPath } from '../read/collections.ts';
import type { LeftOutFile } from '../read/left-out.ts';
import type { QuarantinedFile } from './archive-reading.ts';
import { type PlaceGap, placeGaps } from './place-gaps.ts';
import { prepareArchive } from './prepare-archive.ts';
import type { FragmentRule, ResolvedWork } from './resolve-works.ts';
import { whyNotRead } from './why-not-read.ts';

/** What to preview: a fragment id, an entity id, or a path relative to the folder. */
export interface PreviewOptions {
  folder: string;
  out?: string;
  target: string;
  now: Date;
  origin?: string;
  /** Ids of fragments that are taken down: a caller can tell that they are missing. Default none. */
  takenDown?: ReadonlySet<string>;
}

/** One fragment as callers would get it. */
export interface FragmentPreview {
  fragmentId: string;
  entityId: string;
  file: string;
  /** Hash of its text: what a stored gist for it must carry as `contentHash`. */
  contentHash: string;
  requested: Exposure;
  resolved: Exposure;
  /** Rules of its work, then its own, in the order in which they spoke. */
  rules: (DisclosureRule | FragmentRule)[];
  /** Set when it is found by title, names and description alone: it has too few words for its text to be matched. */
  isTooShort?: true;
  /** Makes the face a caller would get; undefined when nothing is served. */
  served: ServedPair | undefined;
}

/** A stripped fragment with its stripped work: what the crossing turns into a face. */
export type ServedPair = Pick<ReturnType<typeof toServedIndex>, 'entities' | 'entries'>;

/** What the places of a work's served fragments say about those that are not served (decisions 1.13). */
export interface WorkGaps {
  entityId: string;
  gaps: PlaceGap[];
}

/** The outcome of a preview. */
export interface ArchivePreview {
  fragments: FragmentPreview[];
  /** Of each work the target stands for: where a caller can tell that something is missing. Works without gaps are left out. */
  gaps?: WorkGaps[];
  /** Set when the target is a file that was quarantined, or lies in a folder that is. */
  quarantined?: QuarantinedFile;
  /** Set when the target is a file that is not read on purpose. */
  leftOut?: LeftOutFile;
}

/** Raised when nothing in the archive has this id or path. */
export class UnknownTargetError extends ArchiveError {
  constructor() {
    super('unknown-target', {
      message: 'nothing in the archive has this id or path',
      help: 'give a fragment id, an entity id, or a path relative to the folder of the archive',
    });
  }
}

/**
 * Previews a target.
 *
 * @throws {UnknownTargetError} when it names nothing
 */
export async function previewArchive({
  folder,
  out,
  target,
  now,
  origin,
  takenDown = new Set(),
}: PreviewOptions): Promise<ArchivePreview> {
  const place = out ?? path.join(folder, '.archive');
  const { config, reading, resolved } = await prepareArchive({
    folder,
    out: place,
    now,
    ...(origin === undefined ? {} : { origin }),
  });
  const wanted = posixPath(target).replace(/^\.\//, '').normalize('NFC');
  const quarantined = reading.quarantined.find((file) => file.path === wanted);
  if (quarantined !== undefined) return { fragments: [], quarantined };
  // A file may be read by one collection and not by another on the same folder.
  const isLeftOut =
    reading.leftOut.some((file) => file.path === wanted) &&
    !reading.works.some(({ file }) => file === wanted);
  const fragments = isLeftOut ? [] : resolved.works.flatMap((work) => previewsOf(work, wanted));
  if (fragments.length > 0) {
    const works = resolved.works
      .filter((work) => isTarget(work, wanted))
      .map((work) => workGaps(work, takenDown));
    return { fragments, gaps: works.filter(({ gaps }) => gaps.length > 0) };
  }
  const why = await whyNotRead(wanted, { folder, out: place, config, reading });
  if (why === undefined) throw new UnknownTargetError();
  return { fragments, ...why };
}

/** Whether the target stands for the whole of a work. */
function isTarget({ entity, reading: { file } }: ResolvedWork, wanted: string): boolean {
  // A folder book is one work: any of its files stands for it. A folder stands for every work in it.
  const bookFolder = /^(.*\/)book\.(?:ya?ml|json)$/.exec(file)?.[1];
  return (
    entity.id === wanted ||
    file === wanted ||
    file.startsWith(`${wanted}/`) ||
    (bookFolder !== undefined && wanted.startsWith(bookFolder))
  );
}

function workGaps({ entity, fragments }: ResolvedWork, takenDown: ReadonlySet<string>): WorkGaps {
  const served = fragments.filter(
    ({ id, disclosure }) => disclosure.exposure !== 'none' && !takenDown.has(id),
  );
  return { entityId: entity.id, gaps: placeGaps(served.map(({ locator }) => locator)) };
}

function previewsOf(work: ResolvedWork, wanted: string): FragmentPreview[] {
  const isWork = isTarget(work, wanted);
  const { entity, fragments } = work;
  const isByFace = entity.policy?.match === 'face';
  let plans: ReturnType<typeof embedPlans> | undefined;
  const isTooShort = (at: number): boolean => {
    if (isByFace) return false;
    plans ??= embedPlans(entity, fragments);
    return plans[at]?.embeds === 'face';
  };
  return work.decisions.flatMap((decision, at): FragmentPreview[] => {
    const fragment = work.fragments[at];
    if (fragment === undefined || !(isWork || fragment.id === wanted)) return [];
    return [
      {
        fragmentId: fragment.id,
        entityId: work.entity.id,
        file: work.reading.file,
        contentHash: projectionContentHash(fragment.text),
        requested: decision.requested,
        resolved: decision.resolved,
        rules: [...work.reading.rules, ...decision.rules],
        ...(decision.resolved !== 'none' && isTooShort(at) ? { isTooShort: true as const } : {}),
        served: decision.resolved === 'none' ? undefined : stripFragment(work, at),
      },
    ];
  });
}

/**
 * Strips one fragment of a resolved work, and the work with it, as a build does.
 *
 * @param at  its place in the work; a fragment resolved to `none` has nothing to serve
 */
export function stripFragment({ entity, fragments }: ResolvedWork, at: number): ServedPair {
  const fragment = fragments[at];
  if (fragment === undefined) throw new RangeError('no such fragment');
  const index: PrivateIndex = {
    version: 4,
    kind: 'private',
    builtAt: '1970-01-01T00:00:00.000Z',
    model: 'preview',
    dimensions: 1,
    entities: [entity],
    entries: [{ vector: [1], contentHash: '0000000000000000', embeds: 'face', fragment }],
  };
  const { entities, entries } = toServedIndex(index, { privateVectors: 'exact' });
  return { entities, entries };
}
