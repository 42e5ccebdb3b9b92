/**
 * An audit from copy to report: copies, plants, builds, attacks, looks through everything, probes, and says what holds.
 *
 * The archive itself is only read. What is planted lives in the copy.
 */
import { mkdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { assertMaySend, type Embedder } from '@archive/embed';
import {
  AUDIT_FORMAT,
  type AuditReport,
  createRandom,
  LeakLedger,
  OPEN_POINTS,
  plantLeaks,
  verdictOf,
} from '@archive/evaluation';
import { type Generation, privateVectorsOf, readCurrent, readGeneration } from '@archive/index';
import { type ArchiveReading, DEFAULT_ORIGIN, isBuildCurrent, readArchive } from '@archive/ingest';
import type { ArchiveAt } from '../archive-settings.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_FINDING } from '../exit-codes.ts';
import type { IdPrinter } from '../keyed-ids.ts';
import { attackCopy, hear } from './attack-copy.ts';
import type { AuditPorts, FinishedChild } from './audit-children.ts';
import { auditGates, type Evidence, findingsOf, unmeasured } from './audit-gates.ts';
import type { AuditSize, AuditSizeName } from './audit-sizes.ts';
import { copyArchive } from './copy-archive.ts';
import { keepDecisions } from './keep-decisions.ts';
import { gatherOwnWords } from './own-words.ts';
import { type Planting, plantSecrets } from './plant-secrets.ts';
import { probeCopy } from './probe-copy.ts';
import { sweepArtifacts } from './sweep-artifacts.ts';
import { indexedCanaries, teachSweep } from './teach-sweep.ts';

/** What to audit, and how. */
export interface AuditSetup {
  readonly archive: ArchiveAt;
  /** An empty folder that its owner alone may enter, for the copy; removing it is up to whoever made it. */
  readonly place: string;
  readonly embedder: Embedder;
  readonly ports: AuditPorts;
  readonly sizeName: AuditSizeName;
  readonly size: AuditSize;
  /** Where the choices of the attack begin. */
  readonly seed: number;
  /** Where the secrets begin: from chance, and told to nobody. */
  readonly secretSeed: number;
  readonly version: string;
  /** Prints ids keyed, whoever watches. */
  readonly show: IdPrinter;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

/** Audits. @throws {CommandError} when the copy cannot be built, or the scanner misses what is put in front of it */
export async function runAudit(setup: AuditSetup): Promise<AuditReport> {
  const { archive, place, embedder, ports, size, sizeName, seed, say, now, show } = setup;
  const begun = now();
  const random = createRandom(seed);
  say('copying the archive, and planting secrets in the copy');
  const copy = await copyArchive(archive, place);
  const read = (quarantined?: string[]): Promise<ArchiveReading> =>
    readArchive({
      folder: copy.folder,
      out: copy.out,
      config: copy.config,
      now: begun,
      origin: archive.origin ?? DEFAULT_ORIGIN,
      ...(quarantined === undefined ? {} : { onQuarantinedText: (text) => void quarantined.push(text) }),
    });
  const before = await read();
  // The copy is embedded, and asked about with words of private text.
  const closed = before.works.filter(({ entity }) => entity.disclosure.exposure !== 'text');
  assertMaySend(embedder, {
    allowPrivate: copy.config.embed?.allowPrivate === true,
    privateCount: closed.reduce((sum, { fragments }) => sum + fragments.length, 0),
  });
  const planting = await plantSecrets(copy, before, {
    random: createRandom(setup.secretSeed),
    each: size.secrets,
  });
  const quarantined: string[] = [];
  const after = await read(quarantined);
  await keepDecisions(copy, before, after);

  say('building the copy');
  const origin = archive.origin === undefined ? [] : ['--origin', archive.origin];
  const build = await ports.run(['build', copy.folder, '--out', copy.out, '--allow-quarantine', ...origin]);
  const generation = build.code === 0 ? await readGeneration(copy.out) : undefined;
  if (generation === undefined) throw notBuilt(build);
  const { privateIndex: own } = generation;
  const decoy = path.join(place, 'decoy');
  await mkdir(decoy, { mode: 0o700 });
  const commands = sizeName === 'quick' ? ['doctor'] : ['plan', 'lint', 'doctor'];
  const { words: ownWords, servedFile } = await gatherOwnWords(ports, decoy, commands);
  const { sweep, unguarded } = teachSweep({
    own,
    config: copy.config,
    secrets: planting.secrets,
    ownWords,
    quarantined,
    files: new Map(after.works.map(({ file, entity }) => [entity.id, file])),
    show,
    random: createRandom(seed),
  });

  say('trying the scanner');
  const sentence = planting.secrets[0]?.sentence ?? '';
  const canary = planting.secrets[0]?.canaries[0]?.value;
  const scanner =
    planting.secrets.length === 0
      ? { planted: 0, found: 0, missed: [] }
      : plantLeaks([
          {
            samples: { sentence, servedFile, question: 'one', ...(canary === undefined ? {} : { canary }) },
            sweep,
          },
        ]);
  if (scanner.found < scanner.planted) throw blindScanner(scanner.missed);

  const ledger = new LeakLedger(sweep, { digest: sha256 });
  hear(ledger, 'archive build', build);
  for (const name of commands)
    hear(ledger, `archive ${name}`, await ports.run([name, copy.folder, '--out', copy.out]));
  const attack = await attackCopy({ ports, copy, own, planting, ledger, size, random, say });
  const artifacts = await sweepArtifacts(ledger, copy);
  say('asking what answers add up to');
  const probe = await probeCopy(copy.out, embedder, { size, random, say });
  const evidence: Evidence = {
    planting,
    indexed: planting.secrets.map((secret) => indexedCanaries(own, secret)),
    sweep,
    unguarded,
    ledger,
    scanner,
    attack,
    artifacts,
    probe,
  };
  const gates = auditGates(evidence);
  const current = await readCurrent(copy.out);
  return {
    format: AUDIT_FORMAT,
    version: setup.version,
    ranAt: begun.toISOString(),
    seconds: Math.round((now().getTime() - begun.getTime()) / 1000),
    size: sizeName,
    seed,
    archive: {
      ...(archive.config.name === undefined ? {} : { name: oneLine(archive.config.name) }),
      model: own.model,
      vectors: privateVectorsOf(generation.servedIndex),
      published: await published(setup, begun),
      audited: {
        servedSha256: current?.servedSha256 ?? '',
        privateSha256: current?.privateSha256 ?? '',
      },
      works: own.entities.length,
      fragments: cellsOf(own),
      quarantined: before.quarantined.length,
      linksLeft: copy.linksLeft,
      tooLarge: copy.tooLarge,
    },
    planted: plantedOf(evidence),
    tested: {
      routes: attack.routes,
      tools: attack.tools,
      requests: attack.requests,
      limitedRequests: attack.limitedRequests,
      rateLimited: attack.rateLimited,
      failures: attack.failures,
      payloads: ledger.payloads,
      bytes: ledger.bytes,
      files: artifacts.files,
      guardedRuns: sweep.guardedRuns,
      guardedCanaries: sweep.guardedCanaries,
    },
    scanner: { planted: scanner.planted, found: scanner.found },
    gates,
    figures: probe.filter(({ goal }) => goal === 'for scale'),
    unmeasured: unmeasured(evidence),
    findings: findingsOf(ledger.leaks),
    verdict: verdictOf(gates),
    open: [...OPEN_POINTS],
  };
}

async function published(
  { archive, embedder }: AuditSetup,
  now: Date,
): Promise<AuditReport['archive']['published']> {
  const { folder, out, origin } = archive;
  const current = await readCurrent(out);
  if (current === undefined) return null;
  const isCurrent = await isBuildCurrent({
    folder,
    out,
    embedder,
    now,
    ...(origin === undefined ? {} : { origin }),
  });
  const { seq, servedSha256, privateSha256, builtAt } = current;
  return { seq, servedSha256, privateSha256, builtAt, isCurrent };
}

function cellsOf({ entries }: Generation['privateIndex']): AuditReport['archive']['fragments'] {
  const cells = new Map<string, AuditReport['archive']['fragments'][number]>();
  for (const { fragment } of entries) {
    const { raw, exposure } = fragment.disclosure;
    const name = `${raw} ${exposure}`;
    cells.set(name, { raw, exposure, count: (cells.get(name)?.count ?? 0) + 1 });
  }
  return [...cells.keys()]
    .sort()
    .map((name) => cells.get(name) as AuditReport['archive']['fragments'][number]);
}

function plantedOf({
  planting,
  indexed,
}: {
  planting: Planting;
  indexed: readonly number[];
}): AuditReport['planted'] {
  const rows = new Map<string, AuditReport['planted'][number]>();
  for (const [at, { group, canaries }] of planting.secrets.entries()) {
    const name = `${group.kind} ${group.raw} ${group.exposure}`;
    const before = rows.get(name);
    rows.set(name, {
      ...group,
      sorts: [...new Set([...(before?.sorts ?? []), ...canaries.map(({ sort }) => sort)])],
      canaries: (before?.canaries ?? 0) + canaries.length,
      indexed: (before?.indexed ?? 0) + (indexed[at] ?? 0),
    });
  }
  return [...rows.values()];
}

function notBuilt({ code, stderr }: FinishedChild): CommandError {
  const reason = /^error: .*$/m.exec(stderr)?.[0].slice('error: '.length);
  return new CommandError(EXIT_FINDING, {
    message: `the copy of the archive could not be built (exit code ${code ?? 'none'})`,
    help:
      reason === undefined
        ? 'see whether `archive build` succeeds'
        : 'run `archive build` on the archive to see why',
  });
}

function blindScanner(missed: readonly string[]): CommandError {
  return new CommandError(EXIT_FINDING, {
    message: `the scanner missed what was planted in front of it (${missed.join('; ')}), so nothing it says would count`,
    help: 'this is a fault of the program, not of the archive; please report it',
  });
}

/** A name as a report takes it. */
function oneLine(text: string): string {
  return Array.from(text.replace(/\p{Cc}+/gu, ' '))
    .slice(0, 200)
    .join('');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
