/**
 * The words this program says by itself, on its pages, in its answers, errors and logs: they may be anywhere.
 *
 * Gathered from an archive of two public sentences, so that nothing of the archive under audit is taken for ours.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { POLICY_COPY } from '@archive/contract';
import { crawlArchive, httpSender, payloadViews } from '@archive/evaluation';
import type { AuditPorts } from './audit-children.ts';

/** Gathers them, with an empty folder to work in. Every command of `commands` is called too. */
export async function gatherOwnWords(
  ports: AuditPorts,
  folder: string,
  commands: readonly string[],
): Promise<{ words: string[]; servedFile: Uint8Array }> {
  const out = path.join(folder, '.archive');
  await mkdir(path.join(folder, 'texts'), { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text);
  const words = new Set<string>([
    JSON.stringify(POLICY_COPY),
    ...Object.values(POLICY_COPY.exposure),
    POLICY_COPY.note,
  ]);
  const hear = (text: string): void => {
    for (const view of payloadViews(text)) words.add(view);
  };
  for (const args of [['build', folder, '--allow-quarantine'], ...commands.map((name) => [name, folder])]) {
    const { stdout, stderr } = await ports.run([...args, '--out', out]);
    hear(`${stdout}\n${stderr}`);
  }
  const server = await ports.serve(folder, out, ['--no-limits']);
  try {
    for (const url of [server.url, server.metricsUrl])
      if (url !== undefined)
        await crawlArchive(
          httpSender(url, fetch),
          { queries: ['one'], ids: ['page:one'] },
          ({ head, body }) => hear(`${head}\n${new TextDecoder().decode(body)}`),
        );
  } finally {
    const { stdout, stderr } = await server.stop();
    hear(`${stdout}\n${stderr}`);
  }
  return { words: [...words], servedFile: new TextEncoder().encode([...words].join('\n').slice(0, 100_000)) };
}

const FILES: Readonly<Record<string, string>> = {
  'archive.config.yaml': 'embed: { provider: ngram }\ncollections:\n  - { dir: texts, kind: records }\n',
  'texts/one.md': '---\ntitle: One\n---\n\nOne.\n',
  'texts/two.md': '---\nvisibility: perhaps\n---\n\nTwo.\n',
};
