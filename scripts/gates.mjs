/**
 * Runs gates, goes on after a failure, and keeps the account in reports/summary.json.
 *
 * One after the other their output streams through; several at once, each is printed whole when it ends. The summary is written after the last gate, so that a run which was cut off leaves none.
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
 * @typedef {(text: string) => void} Print
 * @typedef {{name: string, run: (print?: Print) => Promise<boolean | Counts>}} Gate `run` answers whether it passed, or
 * with counts; given `print` it leaves stdout alone and hands its output over
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
 * @param {{atOnce?: number}} [options] how many may run at a time, started in order; default 1
 * @returns {Promise<GateResult[]>} in the order of `gates`
 */
export async function runGates(gates, { atOnce = 1 } = {}) {
  /** @type {GateResult[]} */
  const results = [];
  const waiting = [...gates.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, gate] = next;
      results[place] = await runGate(gate, atOnce > 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/**
 * @param {Gate} gate
 * @param {boolean} isHeld whether its output waits for its end
 * @returns {Promise<GateResult>}
 */
async function runGate(gate, isHeld) {
  let held = '';
  /** @type {Print} */
  const print = (text) => {
    if (isHeld) held += text;
    else process.stdout.write(text);
  };
  print(`\n── ${gate.name}\n`);
  const started = performance.now();
  const outcome = await gate.run(isHeld ? print : undefined).catch((/** @type {unknown} */ error) => {
    print(`${error instanceof Error ? error.stack : String(error)}\n`);
    return false;
  });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const counts = typeof outcome === 'boolean' ? undefined : outcome;
  const ok = counts === undefined ? outcome === true : counts.failed === 0;
  print(`── ${gate.name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n`);
  process.stdout.write(held);
  return { name: gate.name, ok, seconds, ...(counts === undefined ? {} : { counts }) };
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
    run: async (print) => {
      const codes = [];
      for (const command of commands) {
        const [program, ...args] = command.split(' ');
        const output = print === undefined ? 'inherit' : 'capture';
        const { code, text } = await run(/** @type {string} */ (program), args, { cwd: root, output });
        print?.(text);
        codes.push(code);
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
