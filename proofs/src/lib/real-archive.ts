/**
 * An archive of real texts, read in place: a private book with descriptions, a private Japanese book, private
 * recordings, and public novels, posts and declarations.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createStaticEmbedder } from '@archive/embed-static/node';
import {
  emptyProjections,
  prepareOutDir,
  projectionContentHash,
  readPrivateGeneration,
  writeProjections,
} from '@archive/index';
import { buildArchive } from '@archive/ingest';
import { assertSemanticProjection } from '@archive/lint';
import { workspaceRoot, writeFolder } from '@archive/process';
import { stringify } from 'yaml';
import type { SweepSettings } from './archive-under-sweep.ts';
import { emptyPlan, type PlannedArchive } from './planned-archive.ts';
import { addOpenFiles, addSecretFiles, spokenText } from './text-ledger.ts';

/** Where the texts are, when they are: beside the workspace, not part of it. */
const texts = resolve(workspaceRoot, '../shared/data');

/** Whether the texts are on this machine. */
export function hasRealTexts(): boolean {
  return existsSync(join(texts, 'A_moby_dick'));
}

/** Descriptions of a few chapters, written from outside the text, by chapter number. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '1': 'A narrator explains why he goes to sea as a common sailor when low spirits take him, and argues that everybody is drawn towards water.',
  '10': 'Two strangers who share a room become close companions; the narrator reflects on religion and courtesy across a difference of faith.',
  '28': 'The commander shows himself on deck for the first time; his scarred appearance and artificial limb are described with foreboding.',
  '42': 'A meditation on a colour: how an absence of hue may frighten more than darkness, with examples from nature, legend and travel.',
  '96': 'Night work at the furnaces; a drowsy helmsman nearly loses his bearings and draws a lesson about staring too long into flames.',
  '135': 'The pursuit reaches its third and final day; what becomes of vessel, crew and quarry.',
};

/** Plans the archive and says how to sweep it. */
export async function realArchive(
  workplace: string,
  { random, ownCopy, queries }: Pick<SweepSettings, 'random' | 'ownCopy' | 'queries'>,
): Promise<[plan: PlannedArchive, settings: SweepSettings]> {
  const embedder = await createStaticEmbedder();
  const [folder, out, scratch] = ['real', 'real-out', 'real-scratch'].map((name) =>
    join(workplace, name),
  ) as [string, string, string];
  const plan = realLedger();
  const settings: SweepSettings = { folder, out, random, embedder, ownCopy, queries };
  return [plan, { ...settings, prepare: () => describeChapters(folder, out, scratch) }];
}

function realLedger(): PlannedArchive {
  const plan = emptyPlan();
  const at = (path: string): string => join(texts, path);
  const closed = { raw: 'private', publicTitle: true };
  plan.files['archive.config.yaml'] = stringify({
    name: 'Shelf of real texts',
    collections: [
      {
        dir: at('A_moby_dick'),
        kind: 'book',
        type: 'book',
        exposure: 'semantic',
        ...closed,
        book: { title: 'Moby-Dick', about: 'https://shelf.example/moby-dick', authors: ['Herman Melville'] },
      },
      {
        dir: at('A_aozora_ja/kokoro'),
        kind: 'book',
        type: 'novel',
        exposure: 'locator',
        ...closed,
        book: { title: 'こころ', about: 'https://shelf.example/kokoro', authors: ['夏目漱石'] },
      },
      {
        dir: at('B_virtual_coffee'),
        kind: 'transcripts',
        type: 'transcript',
        exposure: 'locator',
        ...closed,
      },
      { dir: at('A_austen/northanger-abbey'), kind: 'records', type: 'abbey' },
      { dir: at('A_austen/pride-and-prejudice'), kind: 'records', type: 'pride' },
      { dir: at('F_hugo_mcp_blog/content'), kind: 'records', type: 'post' },
      { dir: at('A_udhr'), kind: 'records', type: 'declaration' },
    ],
  });
  addOpenFiles(plan, texts, /^(?:A_austen|F_hugo_mcp_blog|A_udhr)\//);
  plan.open.push('Moby-Dick', 'Herman Melville', 'こころ', '夏目漱石');
  addSecretFiles(plan, texts, /^(?:A_moby_dick|A_aozora_ja\/kokoro)\/.*\.md$/);
  addSecretFiles(plan, texts, /^B_virtual_coffee\/.*\.(?:srt|vtt)$/, spokenText);
  plan.canaries.push('Tashtego', 'Fedallah', 'Tahiti and Mocha', '雑司ヶ谷の墓地');
  return plan;
}

async function describeChapters(folder: string, out: string, scratch: string): Promise<void> {
  const embedder = await createStaticEmbedder();
  await buildArchive({
    folder: writeFolder(folder, {}),
    out: scratch,
    embedder,
    now: new Date('2024-05-01'),
    allowQuarantine: true,
  });
  const index = await readPrivateGeneration(scratch);
  const content = emptyProjections();
  for (const { fragment } of index?.entries ?? []) {
    const [chapter, section] = fragment.locator;
    const isFirst = section === undefined || (section.scheme === 'section' && section.value === '1');
    const description =
      fragment.entityId.startsWith('book:') && isFirst ? DESCRIPTIONS[chapter?.value ?? ''] : undefined;
    if (description === undefined) continue;
    content.projections[fragment.id] = {
      lint: 'passed',
      gist: assertSemanticProjection(description, { path: fragment.id, fragmentText: fragment.text }),
      source: 'edited',
      review: 'reviewed',
      contentHash: projectionContentHash(fragment.text),
    };
  }
  await prepareOutDir(out);
  await writeProjections(join(out, 'projections.json'), content, undefined);
}
