/**
 * Runs gates one after the other, goes on after a failure, and keeps the account in reports/summary.json.
 *
 * The summary is written after the last gate, so that a run which was cut off leaves none.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summarise } from './count-results.mjs';
import { run } from './run-command.mjs';
import { root } from './workspace.mjs';

/**
 * @typedef {import('./count-results.mjs').Counts} Counts
 * @typedef {import('./count-results.mjs').GateResult} GateResult
 * @typedef {import('./count-results.mjs').Summary} Summary
 * @typedef {{name: string, run: () => Promise<boolean | Counts>}} Gate `run` answers whether it passed, or with counts
 */

const reports = join(root, 'reports');
const summaryFile = join(reports, 'summary.json');

/** Removes what an earlier run reported. */
export function clearReports() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
}

/**
 * @param {readonly Gate[]} gates
 * @returns {Promise<GateResult[]>}
 */
export async function runGates(gates) {
  const results = [];
  for (const gate of gates) {
    process.stdout.write(`\n── ${gate.name}\n`);
    const started = performance.now();
    const outcome = await gate.run().catch((/** @type {unknown} */ error) => {
      process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return false;
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const counts = typeof outcome === 'boolean' ? undefined : outcome;
    const ok = counts === undefined ? outcome === true : counts.failed === 0;
    results.push({ name: gate.name, ok, seconds, ...(counts === undefined ? {} : { counts }) });
    process.stdout.write(`── ${gate.name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  }
  return results;
}

/**
 * A gate that passes when each command ends with code 0.
 *
 * @param {string} name
 * @param {...string} commands words split at spaces; no word may hold one
 * @returns {Gate}
 */
export function commandGate(name, ...commands) {
  return {
    name,
    run: async () => {
      const codes = [];
      for (const command of commands) {
        const [program, ...args] = command.split(' ');
        codes.push((await run(/** @type {string} */ (program), args, { cwd: root, output: 'inherit' })).code);
      }
      return codes.every((code) => code === 0);
    },
  };
}

/** @returns {Summary | undefined} */
export function readSummary() {
  try {
    return JSON.parse(readFileSync(summaryFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Writes the summary, prints it, and sets the exit code.
 *
 * @param {readonly GateResult[]} gates
 */
export function closeAccount(gates) {
  const summary = summarise(gates);
  writeFileSync(summaryFile, `${JSON.stringify(summary, null, 2)}\n`);
  process.stdout.write('\n');
  for (const { name, ok, seconds } of gates)
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
  process.stdout.write(`${summary.passed} passed, ${summary.failed} failed\n`);
  process.exitCode = summary.failed === 0 ? 0 : 1;
}
