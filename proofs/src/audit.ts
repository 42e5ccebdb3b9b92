/**
 * What an audit measures and finds: `pnpm prove audit [--small] [--seed n] [--json] [--record]`.
 *
 * `archive audit` on an archive whose private part is Moby-Dick, a third of its chapters described, a third given by place,
 * a third withheld, with a public novel beside: membership by what is released, the curve of descriptions seen, the width of
 * one private score, words read, under the default limits and without. A small run audits the demo. Then the report is
 * verified, changed, and verified again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStaticEmbedder } from '@archive/embed-static/node';
import { type AuditReport, parseAuditReport } from '@archive/evaluation';
import { runArchive, temporaryFolder } from '@archive/process';
import { recordAudit } from './lib/audit-table.ts';
import { demoFolder } from './lib/demo-ledger.ts';
import { hasNovel, writeNovelArchive } from './lib/novel-archive.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';
import type { TaskRow } from './lib/task-row.ts';

const options = readTaskOptions('audit', 20_261_130);
const workplace = temporaryFolder('audit');
const rows: TaskRow[] = [];
try {
  const isNovel = !options.small && hasNovel();
  if (!options.small && !isNovel) say('the novels are not on this machine: the demo is audited instead');
  const name = isNovel ? 'Moby-Dick' : 'demo';
  const [folder, out] = isNovel
    ? [join(workplace.path, 'novel'), join(workplace.path, 'novel', '.archive')]
    : [demoFolder, join(workplace.path, 'out')];
  if (isNovel)
    await writeNovelArchive(folder, {
      scratch: join(workplace.path, 'scratch'),
      random: createRandom(options.seed),
      embedder: await createStaticEmbedder(),
    });
  say(`${name}: building`);
  const built = await runArchive(['build', folder, '--out', out]);
  if (built.code !== 0) throw new Error(`the archive was not built:\n${built.stderr}`);
  say(`${name}: auditing`);
  const audit = await runArchive([
    'audit',
    folder,
    '--out',
    out,
    '--json',
    '--seed',
    String(options.seed),
    ...(options.small ? ['--quick'] : []),
  ]);
  if (audit.code !== 0 && audit.code !== 1)
    throw new Error(`archive audit ended with ${audit.code}:\n${audit.stderr}`);
  const found = JSON.parse(audit.stdout) as {
    json: string;
    html: string;
    fingerprint: string;
    report: unknown;
  };
  rows.push(...auditRows(name, parseAuditReport(found.report)));
  rows.push(...(await verifyRows(found)));
} finally {
  workplace.remove();
}
report(rows, { ...options, record: false });
if (options.record) recordAudit(rows, options);

function auditRows(
  name: string,
  { gates, figures, findings, tested, planted, archive }: AuditReport,
): TaskRow[] {
  for (const { place, what } of findings) say(`FOUND ${place}: ${what}`);
  const counted = (unit: string, value: number, label: string): TaskRow => ({
    name: `audit/${name}/${label}`,
    value,
    unit,
    goal: 'for scale',
    ok: true,
  });
  return [
    ...gates.map((row) => ({ ...row, name: `audit/${name}/${row.name}` })),
    atLeast(`audit/${name}/kinds of places that got a secret`, planted.length, 5, 'kinds'),
    atLeast(`audit/${name}/runs of private text searched for`, tested.guardedRuns, 1_000, 'runs'),
    counted('works', archive.works, 'works'),
    counted('payloads', tested.payloads, 'payloads searched'),
    counted('MB', Math.round(tested.bytes / 1e5) / 10, 'size of what was searched'),
    ...figures.map((row) => ({ ...row, name: `audit/${name}/${row.name}` })),
  ];
}

/** Both files are intact, by the key that is named; one with a changed byte, or of another key, is not. */
async function verifyRows({
  json,
  html,
  fingerprint,
}: {
  json: string;
  html: string;
  fingerprint: string;
}): Promise<TaskRow[]> {
  const verified = async (...args: string[]): Promise<number | null> =>
    (await runArchive(['audit', 'verify', ...args])).code;
  const changed = join(workplace.path, 'changed.json');
  writeFileSync(changed, readFileSync(json, 'utf8').replace('"seconds": ', '"seconds": 1'));
  return [
    exactly(
      'audit/report/files found intact',
      Number((await verified(json)) === 2) +
        Number((await verified(json, '--key', fingerprint)) === 0) +
        Number((await verified(html, '--key', fingerprint)) === 0),
      3,
      'files',
    ),
    exactly(
      'audit/report/changed files, and files of another key, found so',
      Number((await verified(changed)) === 1) +
        Number((await verified(json, '--key', `sha256:${'0'.repeat(64)}`)) === 1),
      2,
      'files',
    ),
  ];
}
