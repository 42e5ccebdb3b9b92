/**
 * A provider of embeddings that refuses every request and repeats what it was sent: neither a build that needs it nor a
 * server that asks it may pass that on.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFakeOpenAi } from '@archive/embed/testing';
import type { LeakLedger } from '@archive/evaluation';
import { runArchive, serveArchive, writeFolder } from '@archive/process';
import { parse, stringify } from 'yaml';
import { crawlServer } from './crawl-server.ts';

/** Where the provider is put in place, and what to ask. */
export interface FailingProviderSettings {
  readonly folder: string;
  readonly out: string;
  readonly ledger: LeakLedger;
  /** Questions taken from private text. */
  readonly questions: readonly string[];
  /** Private text that has no vector yet, so that the build has to ask. */
  readonly secret: string;
}

/** Builds and serves with the failing provider; sweeps what is said. Returns how many answers said that it was of no use. */
export async function sweepFailingProvider({
  folder,
  out,
  ledger,
  questions,
  secret,
}: FailingProviderSettings): Promise<number> {
  const provider = await startFakeOpenAi({
    script: Array.from({ length: 5_000 }, () => ({ kind: 'status', status: 400 })),
  });
  const configPath = join(folder, 'archive.config.yaml');
  const before = readFileSync(configPath);
  const config = parse(before.toString('utf8')) as { embed: { baseUrl: string } };
  const path = 'letters/unsent.md';
  let unavailable = 0;
  try {
    writeFileSync(configPath, stringify({ ...config, embed: { ...config.embed, baseUrl: provider.url } }));
    writeFolder(folder, {
      [path]: `---\ntitle: A page\nlabel: Unsent\nabout: https://shelf.example/n\nlocator: p. 9\n---\n\n${secret}\n`,
    });
    const { code, stdout, stderr } = await runArchive(['build', folder, '--out', out]);
    ledger.text('build with a failing provider: stdout', stdout);
    ledger.text('build with a failing provider: stderr', stderr);
    if (code === 0) throw new Error('a build with a failing provider went through');
    const server = await serveArchive(folder, out, { args: ['--no-limits'] });
    try {
      await crawlServer(server.url, { queries: questions, ids: [] }, (exchange) => {
        if (exchange.head.startsWith('503') || WITHOUT_VECTOR.test(exchange.head)) unavailable += 1;
        ledger.exchange(exchange);
      });
    } finally {
      const printed = await server.stop();
      ledger.text('server with a failing provider: stdout', printed.stdout);
      ledger.text('server with a failing provider: stderr', printed.stderr);
    }
  } finally {
    writeFileSync(configPath, before);
    rmSync(join(folder, path), { force: true });
    await provider.close();
  }
  return unavailable;
}

/** An answer by words alone says so in a header. */
const WITHOUT_VECTOR = /^archive-degraded: lexical$/im;
