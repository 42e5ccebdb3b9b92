/**
 * `archive audit`: plants secrets in a copy of an archive, attacks the copy from outside, and writes a signed report.
 *
 * Neither texts, nor names of private works, nor secrets are printed, in a terminal or not. The exit code is the gate.
 */
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { isGate, type ProbeRow } from '@archive/evaluation';
import { refuseUnfitOut } from '@archive/ingest';
import { archiveSettings } from '../archive-settings.ts';
import { auditChildren } from '../audit/audit-children.ts';
import { makeAuditPlace, removeStalePlaces } from '../audit/audit-place.ts';
import { AUDIT_SIZES, type AuditSizeName } from '../audit/audit-sizes.ts';
import { runAudit } from '../audit/run-audit.ts';
import { writeReport } from '../audit/write-report.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter } from '../keyed-ids.ts';
import { figureLine, gateLine } from '../probe/probe-lines.ts';
import { programVersion } from '../program-version.ts';

/** Runs the command; exit code 1 when a gate does not hold. */
export async function audit(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const sizeName = sizeOf(options);
  const seed = seedOf(options['seed']);
  const { embedder, ...archive } = await archiveSettings(cwd, folder, options);
  await refuseUnfitOut(archive.folder, archive.out, archive.isOutGiven);
  const children = auditChildren();
  const stale = await removeStalePlaces(tmpdir(), new Date());
  if (stale > 0)
    output.note(
      `removed ${stale === 1 ? 'the copy' : `${stale} copies`} that an audit left when it was killed`,
    );
  const place = await makeAuditPlace(tmpdir());
  // The copy is private text: it goes before the process does.
  const end = (code: number) => (): void => {
    void children.stopAll().finally(() => {
      rmSync(place, { recursive: true, force: true });
      process.exit(code);
    });
  };
  const signals = { SIGINT: end(130), SIGTERM: end(143), SIGHUP: end(129) } as const;
  for (const [signal, stop] of Object.entries(signals)) process.on(signal, stop);
  try {
    const report = await runAudit({
      archive,
      place,
      embedder,
      ports: children,
      sizeName,
      size: AUDIT_SIZES[sizeName],
      seed,
      secretSeed: randomInt(2 ** 32),
      version: programVersion(),
      show: await idPrinter(false, archive.out),
      now: () => new Date(),
      say: (line) => output.note(line),
    });
    const written = await writeReport(archive.out, report);
    output.document({ ...written, report });
    printReport(output, report.gates, report.figures);
    for (const line of report.unmeasured) output.line(`not measured  ${line}`);
    for (const { place, what, sources, characters, times } of report.findings.slice(0, SHOWN_FINDINGS))
      output.line(`found: ${place}: ${what} of ${sources.join(', ')} (${characters} characters, ${times}×)`);
    output.line();
    const failed = report.gates.filter(({ ok }) => !ok).length;
    const rest = report.unmeasured.length === 0 ? '' : `, ${report.unmeasured.length} not measured`;
    output.line(
      report.verdict === 'holds'
        ? `verdict: every gate that was measured holds (${report.gates.length} of ${report.gates.length}${rest})`
        : `verdict: ${failed} of ${report.gates.length} gates ${failed === 1 ? 'does' : 'do'} not hold${rest}`,
    );
    output.line(`report   ${written.html}`);
    output.line(`         ${written.json}`);
    output.line(`key      ${written.fingerprint}`);
    return report.verdict === 'holds' ? EXIT_SUCCESS : EXIT_FINDING;
  } finally {
    for (const [signal, stop] of Object.entries(signals)) process.off(signal, stop);
    await children.stopAll();
    await rm(place, { recursive: true, force: true });
  }
}

function printReport(output: Output, gates: readonly ProbeRow[], figures: readonly ProbeRow[]): void {
  for (const row of gates) output.line(gateLine(row));
  const arms = new Map<string, ProbeRow[]>();
  for (const row of figures.filter((each) => !isGate(each))) {
    const [arm = '', ...rest] = row.name.split('/');
    arms.set(arm, [...(arms.get(arm) ?? []), { ...row, name: rest.join('/') }]);
  }
  for (const [arm, rows] of arms) {
    output.line();
    output.line(arm);
    for (const row of rows) output.line(`  ${figureLine(row)}`);
  }
  output.line();
}

function sizeOf({ quick, full }: Record<string, unknown>): AuditSizeName {
  if (quick === true && full === true)
    throw new CommandError(EXIT_MISUSE, {
      message: '--quick and --full exclude each other',
      help: 'give one of them, or none',
    });
  return quick === true ? 'quick' : full === true ? 'full' : 'default';
}

function seedOf(text: unknown): number {
  if (text === undefined) return DEFAULT_SEED;
  if (/^\d{1,9}$/.test(String(text))) return Number(text);
  throw new CommandError(EXIT_MISUSE, {
    message: '--seed is not a whole number',
    help: 'give a number such as --seed 7',
  });
}

const DEFAULT_SEED = 1;
const SHOWN_FINDINGS = 20;
