/**
 * A private novel as an archive of works: its chapters, a third of them described, a third given by their place alone, a
 * third withheld; and a public novel beside them. Read where it lies, written into a temporary folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  emptyProjections,
  prepareOutDir,
  projectionContentHash,
  readPrivateGeneration,
  writeProjections,
} from '@archive/index';
import type { Embedder } from '@archive/embed';
import { buildArchive } from '@archive/ingest';
import { assertSemanticProjection } from '@archive/lint';
import { workspaceRoot, writeFolder } from '@archive/process';
import { stringify } from 'yaml';
import { createProse } from './invented-prose.ts';
import type { Random } from './seeded-random.ts';
import { readAuthored } from './text-ledger.ts';

const texts = resolve(workspaceRoot, '../shared/data');
const novel = join(texts, 'A_moby_dick');

/** Whether the novel is on this machine. */
export function hasNovel(): boolean {
  return existsSync(novel) && existsSync(join(texts, 'A_austen'));
}

/** Collections of chapters by what is released of them. */
const SHELVES = [
  { dir: 'told', exposure: 'semantic' },
  { dir: 'placed', exposure: 'locator' },
  { dir: 'withheld', exposure: 'none' },
] as const;

/** Writes the archive and the descriptions of what is described; every description is in invented words. */
export async function writeNovelArchive(
  folder: string,
  { scratch, random, embedder }: { scratch: string; random: Random; embedder: Embedder },
): Promise<void> {
  const files: Record<string, string> = {
    'archive.config.yaml': stringify({
      name: 'A private novel',
      baseUrl: 'https://archive.example',
      collections: [
        ...SHELVES.map(({ dir, exposure }) => ({
          dir,
          kind: 'book',
          type: 'chapter',
          raw: 'private',
          exposure,
          publicTitle: true,
        })),
        { dir: join(texts, 'A_austen/northanger-abbey'), kind: 'records', type: 'abbey' },
      ],
    }),
  };
  const chapters = readdirSync(novel).filter((name) => /-chapter_\d+\.md$/.test(name));
  for (const [at, name] of chapters.entries()) {
    const { body } = readAuthored(join(novel, name));
    const shelf = SHELVES[at % SHELVES.length] as (typeof SHELVES)[number];
    files[`${shelf.dir}/chapter-${at + 1}.md`] =
      `---\ntitle: Chapter ${at + 1}\nabout: https://shelf.example/novel\n---\n\n${body.trim()}\n`;
  }
  writeFolder(folder, files);
  await describe(folder, { scratch, random, embedder });
}

async function describe(
  folder: string,
  { scratch, random, embedder }: { scratch: string; random: Random; embedder: Embedder },
): Promise<void> {
  await buildArchive({ folder, out: scratch, embedder, now: new Date('2024-05-01') });
  const index = await readPrivateGeneration(scratch);
  const prose = createProse(random);
  const content = emptyProjections();
  for (const { fragment } of index?.entries ?? []) {
    if (!isTold(index?.entities ?? [], fragment.entityId)) continue;
    content.projections[fragment.id] = {
      lint: 'passed',
      gist: assertSemanticProjection(prose.description('latin'), {
        path: fragment.id,
        fragmentText: fragment.text,
      }),
      source: 'edited',
      review: 'reviewed',
      contentHash: projectionContentHash(fragment.text),
    };
  }
  const out = join(folder, '.archive');
  await prepareOutDir(out);
  await writeProjections(join(out, 'projections.json'), content, undefined);
}

/** Whether a work asks to be described. */
function isTold(
  entities: readonly { readonly id: string; readonly disclosure: { readonly exposure: string } }[],
  id: string,
): boolean {
  return entities.find((entity) => entity.id === id)?.disclosure.exposure === 'semantic';
}
