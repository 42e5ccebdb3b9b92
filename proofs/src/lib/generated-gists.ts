/**
 * Descriptions for the semantic fragments of a generated archive: some servable, some not.
 *
 * Fragment ids are learnt from a first build in another folder, because how a book is cut is the reader's business. What
 * may not be served (vetoed, unreviewed where review is asked for, failed drafts, and descriptions of what is not
 * semantic) is secret.
 */
import { join } from 'node:path';
import type { Embedder } from '@archive/embed';
import {
  emptyProjections,
  prepareOutDir,
  projectionContentHash,
  readPrivateGeneration,
  writeProjections,
} from '@archive/index';
import { buildArchive } from '@archive/ingest';
import { assertSemanticProjection } from '@archive/lint';
import { createProse } from './invented-prose.ts';
import type { PlannedArchive } from './planned-archive.ts';
import type { Random } from './seeded-random.ts';

/** Folders and choices of {@link writeGists}. */
export interface GistSettings {
  readonly folder: string;
  /** Output folder of the build that is yet to come. */
  readonly out: string;
  /** Output folder of the build that only tells the ids. */
  readonly scratch: string;
  readonly random: Random;
  readonly embedder: Embedder;
}

type Kind = 'served' | 'unreviewed' | 'vetoed' | 'stale' | 'failed';

/** Most are meant to be served, so that there is something to look through. */
const KINDS: readonly Kind[] = [...Array<Kind>(8).fill('served'), 'unreviewed', 'vetoed', 'stale', 'failed'];

/** Writes `projections.json` and adds to the plan what in it is secret. Returns how many gists may be served. */
export async function writeGists(plan: PlannedArchive, settings: GistSettings): Promise<number> {
  const { folder, out, scratch, random, embedder } = settings;
  await buildArchive({ folder, out: scratch, embedder, now: new Date('2024-05-01'), allowQuarantine: true });
  const index = await readPrivateGeneration(scratch);
  const prose = createProse(random);
  const owners = new Map((index?.entities ?? []).map((entity) => [entity.id, entity]));
  const content = emptyProjections();
  let servable = 0;
  for (const { fragment } of index?.entries ?? []) {
    const owner = owners.get(fragment.entityId);
    const isAsked = owner?.disclosure.exposure === 'semantic';
    if (!isAsked && !random.chance(0.2)) continue;
    const kind: Kind = random.pick(KINDS);
    const description = prose.description(random.pick(['latin', 'japanese', 'hebrew']));
    const sentence = fragment.text.split(/\s+/).slice(0, 9).join(' ');
    const isServed =
      isAsked && (kind === 'served' || (kind === 'unreviewed' && owner.policy?.requireReview !== true));
    if (isServed) servable += 1;
    else
      plan.secrets.push({
        text: kind === 'failed' ? `${description} ${sentence}` : description,
        source: `${kind} gist`,
      });
    const base = {
      source: 'edited' as const,
      review: kind === 'unreviewed' ? ('unreviewed' as const) : ('reviewed' as const),
      contentHash: kind === 'stale' ? '0123456789abcdef' : projectionContentHash(fragment.text),
      ...(kind === 'vetoed' ? { vetoed: true } : {}),
    };
    content.projections[fragment.id] =
      kind === 'failed'
        ? { ...base, lint: 'failed', draft: `${description} ${sentence}` }
        : {
            ...base,
            lint: 'passed',
            gist: assertSemanticProjection(description, { path: 'generated', fragmentText: fragment.text }),
          };
  }
  await prepareOutDir(out);
  await writeProjections(join(out, 'projections.json'), content, undefined);
  return servable;
}
