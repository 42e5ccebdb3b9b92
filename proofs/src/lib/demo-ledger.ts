/**
 * What the demo archive may and may not say, read off its files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, workspaceRoot } from '@archive/process';
import { parse } from 'yaml';
import { emptyPlan, type PlannedArchive } from './planned-archive.ts';
import { addOpenFiles, addSecretFiles, readAuthored, spokenText, stringsIn } from './text-ledger.ts';

/** The demo archive in place. */
export const demoFolder: string = join(workspaceRoot, 'fixtures/demo');

/** The ledger of the demo; it writes no file. */
export function demoLedger(): PlannedArchive {
  const plan = emptyPlan();
  addOpenFiles(plan, demoFolder, /^(?:essays|songs|episodes)\/.*\.md$/);
  addSecretFiles(plan, demoFolder, /^novella\/.*\.md$/);
  addSecretFiles(plan, demoFolder, /^interviews\/.*\.vtt$/, spokenText);
  addSecretFiles(plan, demoFolder, /^(?:notebook|diary-ja)\/.*\.md$/);
  for (const path of listFiles(demoFolder)) {
    if (/\/book\.yaml$|^interviews\/.*\.yaml$/.test(path)) plan.open.push(...stringsIn(yamlAt(path)));
    const [folder] = path.split('/');
    if (folder !== 'notebook' && folder !== 'diary-ja') continue;
    const { title, label, locator } = readAuthored(join(demoFolder, path)).front;
    plan.secrets.push({ text: String(title), source: `${path} title` });
    if (folder === 'diary-ja') plan.open.push(String(label), String(locator));
    else plan.secrets.push({ text: `${String(label)}\n${String(locator)}`, source: `${path} label` });
  }
  const speakers = listFiles(demoFolder)
    .filter((path) => path.endsWith('.vtt'))
    .flatMap((path) =>
      [...readFileSync(join(demoFolder, path), 'utf8').matchAll(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g)].map(
        ([, name]) => name as string,
      ),
    );
  const config = yamlAt('archive.config.yaml') as {
    name: string;
    author: string;
    collections: { policy?: { lint?: { terms?: string[] } } }[];
  };
  plan.open.push(...new Set(speakers), config.name, config.author);
  plan.open.push(...config.collections.flatMap(({ policy }) => policy?.lint?.terms ?? []));
  plan.canaries.push(...(yamlAt('canaries.yaml') as { canaries: string[] }).canaries);
  return plan;
}

function yamlAt(path: string): unknown {
  return parse(readFileSync(join(demoFolder, path), 'utf8'));
}
