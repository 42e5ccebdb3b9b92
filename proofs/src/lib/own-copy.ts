/**
 * The words this project says by itself: on its pages, in its answers, errors and logs.
 *
 * Gathered from an archive of one public sentence, so that nothing of an archive under test is taken for ours.
 */
import { join } from 'node:path';
import { POLICY_COPY } from '@archive/contract';
import { payloadViews } from '@archive/evaluation';
import { runArchive, serveArchive, writeFolder } from '@archive/process';
import { crawlServer } from './crawl-server.ts';

/** Gathers our own copy, with `folder` for the archive it is gathered from. */
export async function gatherOwnCopy(folder: string): Promise<string[]> {
  writeFolder(folder, {
    'archive.config.yaml': 'collections:\n  - { dir: texts, kind: records }\n',
    'texts/one.md': '---\ntitle: One\n---\n\nOne.\n',
    'texts/two.md': '---\nvisibility: perhaps\n---\n\nTwo.\n',
  });
  const out = join(folder, '.archive');
  const copy = new Set<string>([
    JSON.stringify(POLICY_COPY),
    ...Object.values(POLICY_COPY.exposure),
    POLICY_COPY.note,
  ]);
  const command = async (...args: string[]): Promise<void> => {
    const { stdout, stderr } = await runArchive(args);
    for (const view of payloadViews(`${stdout}\n${stderr}`)) copy.add(view);
  };
  await command('build', folder);
  await command('build', folder, '--allow-quarantine');
  for (const name of ['plan', 'lint', 'doctor']) await command(name, folder);
  const server = await serveArchive(folder, out, { args: ['--no-limits'] });
  try {
    await crawlServer(server.url, { queries: ['one'], ids: ['page:one'] }, ({ head, body }) => {
      for (const view of payloadViews(`${head}\n${new TextDecoder().decode(body)}`)) copy.add(view);
    });
  } finally {
    const { stdout, stderr } = await server.stop();
    copy.add(stdout).add(stderr);
  }
  return [...copy];
}
