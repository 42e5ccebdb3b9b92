/**
 * Looks for private text in everything that leaves: `pnpm prove leak-sweep [--small] [--seed n] [--json] [--record]`.
 *
 * No run of five words (12 or 24 characters in scripts without spaces) of private text, and no vector of it, may stand
 * in a served file, an answer, a page, a header, a log line or an error, unless public text, a served title or name, a
 * declared term or our own copy holds it too. Generated archives, the demo and an archive of real texts, each through
 * the real command and the real server. At the end leaks are planted, and each must be found.
 */
import { join } from 'node:path';
import { createEmbedder, type Embedder } from '@archive/embed';
import { createStaticEmbedder } from '@archive/embed-static/node';
import { leakLines, plantLeaks } from '@archive/evaluation';
import { createTestEmbedder, startFakeOpenAi } from '@archive/embed/testing';
import { temporaryFolder } from '@archive/process';
import { type SweepAccount, sweepArchive } from './lib/archive-under-sweep.ts';
import { demoFolder, demoLedger } from './lib/demo-ledger.ts';
import { brokenConfigs, type FailingVariant, failingVariants } from './lib/failing-variants.ts';
import { generateArchive } from './lib/generated-archive.ts';
import { writeGists } from './lib/generated-gists.ts';
import { gatherOwnCopy } from './lib/own-copy.ts';
import { hasRealTexts, realArchive } from './lib/real-archive.ts';
import { createRandom, type Random } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';
import type { TaskRow } from './lib/task-row.ts';

const options = readTaskOptions('leak-sweep', 20_240_501);
const archives = options.small ? 1 : 10;
/** More than there are sign bits, so that the projection takes part. */
const SEMANTIC_DIMENSIONS = 320;
const workplace = temporaryFolder('leak-sweep');
const rows: TaskRow[] = [];
const provider = await startFakeOpenAi({ embedder: createTestEmbedder({ dimensions: SEMANTIC_DIMENSIONS }) });

/** The config of an embedder, and the same embedder in this process. */
interface EmbedChoice {
  readonly name: string;
  readonly settings:
    | { provider: 'ngram' }
    | { provider: 'openai'; model: string; baseUrl: string; dimensions: number };
}

const CHOICES: readonly EmbedChoice[] = [
  { name: 'n-gram', settings: { provider: 'ngram' } },
  {
    name: 'semantic',
    settings: { provider: 'openai', model: 'seeded', baseUrl: provider.url, dimensions: SEMANTIC_DIMENSIONS },
  },
];

function rowsOf(
  name: string,
  accounts: readonly SweepAccount[],
  least: { requests: number; vectors: number },
): TaskRow[] {
  const sum = (count: (account: SweepAccount) => number): number =>
    accounts.reduce((total, account) => total + count(account), 0);
  const leaks = accounts.flatMap(({ ledger }) => ledger.leaks);
  for (const line of leakLines(leaks)) say(`LEAK in ${name}: ${line}`);
  const disturbed = accounts.flatMap((account) => account.disturbed);
  for (const variant of disturbed) say(`DISTURBED in ${name}: ${variant}`);
  return [
    exactly(`leak-sweep/${name}/leaks`, leaks.length, 0, 'findings'),
    atLeast(
      `leak-sweep/${name}/private runs guarded`,
      sum(({ sweep }) => sweep.guardedRuns),
      1_000,
      'runs',
    ),
    atLeast(
      `leak-sweep/${name}/canaries guarded`,
      sum(({ sweep }) => sweep.guardedCanaries),
      1,
      'phrases',
    ),
    atLeast(
      `leak-sweep/${name}/vectors guarded`,
      sum(({ vectors }) => vectors.rows),
      least.vectors,
      'rows',
    ),
    atLeast(
      `leak-sweep/${name}/requests`,
      sum(({ requests }) => requests),
      least.requests,
      'requests',
    ),
    atLeast(
      `leak-sweep/${name}/payloads`,
      sum(({ ledger }) => ledger.payloads),
      least.requests,
      'payloads',
    ),
    exactly(`leak-sweep/${name}/broken builds that changed what is served`, disturbed.length, 0, 'builds'),
  ];
}

/** Breakages to try: all of them once, then a few for each archive; only a few in a small run. */
function variantsFor(at: number, random: Random): FailingVariant[] {
  const [all, configs] = [failingVariants(random), brokenConfigs(random)];
  if (at === 0 && !options.small) return [...all, ...configs];
  return [...random.sample(all, options.small ? 4 : 2), ...random.sample(configs, options.small ? 1 : 0)];
}

async function sweepGenerated(
  at: number,
  { settings, name }: EmbedChoice,
  ownCopy: readonly string[],
): Promise<SweepAccount> {
  const which = CHOICES.findIndex((choice) => choice.name === name);
  const random = createRandom(options.seed + at * CHOICES.length + which);
  const plan = generateArchive(random, { embed: settings });
  const base = join(workplace.path, `${name}-${at}`);
  const embedder: Embedder = createEmbedder(settings);
  const [folder, out, scratch] = [join(base, 'archive'), join(base, 'out'), join(base, 'scratch')];
  const account = await sweepArchive(plan, {
    folder,
    out,
    random,
    embedder,
    ownCopy,
    queries: options.small ? 12 : 30,
    prepare: async () => {
      await writeGists(plan, { folder, out, scratch, random, embedder });
    },
    variants: variantsFor(at, random),
    failingProvider: at === 0 && settings.provider === 'openai',
  });
  say(
    `${name} ${at + 1}/${archives}: ${account.requests} requests, ${JSON.stringify(account.cells)}, ${account.stopped} builds stopped`,
  );
  return account;
}

try {
  const ownCopy = await gatherOwnCopy(join(workplace.path, 'own-copy'));
  const generated: SweepAccount[] = [];
  for (const choice of CHOICES) {
    const accounts: SweepAccount[] = [];
    for (let at = 0; at < archives; at++) accounts.push(await sweepGenerated(at, choice, ownCopy));
    rows.push(
      ...rowsOf(`generated, ${choice.name}`, accounts, { requests: 300 * archives, vectors: 20 * archives }),
    );
    rows.push(
      atLeast(
        `leak-sweep/generated, ${choice.name}/builds stopped`,
        accounts.reduce((sum, { stopped }) => sum + stopped, 0),
        options.small ? 2 : 30,
        'builds',
      ),
    );
    if (choice.settings.provider === 'openai') {
      const unavailable = accounts.reduce((sum, account) => sum + account.unavailable, 0);
      rows.push(atLeast('leak-sweep/failing provider/answers that say so', unavailable, 20, 'answers'));
    }
    generated.push(...accounts);
  }

  const demo = await sweepArchive(demoLedger(), {
    folder: demoFolder,
    out: join(workplace.path, 'demo'),
    random: createRandom(options.seed),
    embedder: await createStaticEmbedder(),
    ownCopy,
    queries: options.small ? 15 : 150,
  });
  say(`demo: ${demo.requests} requests, ${JSON.stringify(demo.cells)}`);
  rows.push(...rowsOf('demo', [demo], { requests: 300, vectors: 20 }));

  if (hasRealTexts() && !options.small) {
    const real = await sweepArchive(
      ...(await realArchive(workplace.path, { random: createRandom(options.seed), ownCopy, queries: 80 })),
    );
    say(`real texts: ${real.requests} requests, ${JSON.stringify(real.cells)}`);
    rows.push(...rowsOf('real texts', [real], { requests: 1_000, vectors: 500 }));
  } else say('real texts: left out, they are not here or the run is a small one');

  const planted = plantLeaks(
    [...generated, demo].map(({ samples, sweep, vectors }) => ({ samples, sweep, bytes: vectors })),
  );
  for (const place of planted.missed) say(`MISSED a planted leak: ${place}`);
  rows.push(exactly('leak-sweep/planted leaks found', planted.found, planted.planted, 'of those planted'));
} finally {
  await provider.close();
  workplace.remove();
}
report(rows, options);
