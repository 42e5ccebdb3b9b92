/**
 * What a proof is asked and what it says: the options every proof shares, and rows of figures.
 *
 * With `--json` stdout holds one array of rows and nothing else; everything a person may want to read goes to stderr.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { recordFigures } from './figures-page.ts';
import type { TaskRow } from './task-row.ts';

/** The options of a proof. */
export interface TaskOptions {
  /** About a twentieth of the work, for every change. */
  readonly small: boolean;
  /** Where the random choices begin; the same seed makes the same choices. */
  readonly seed: number;
  readonly json: boolean;
  /** Write the figures into docs/proofs.md. */
  readonly record: boolean;
  /** The proof that runs, and when it began. */
  readonly name: string;
  readonly begun: number;
}

/** Reads `--small`, `--seed n`, `--json` and `--record`; anything else ends the process with exit code 2. */
export function readTaskOptions(name: string, defaultSeed: number): TaskOptions {
  // A proof that is told to stop still removes its folders, which happens on exit.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => process.exit(code));
  try {
    const { values } = parseArgs({
      options: {
        small: { type: 'boolean', default: false },
        seed: { type: 'string', default: String(defaultSeed) },
        json: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
      },
    });
    const seed = Number(values.seed);
    if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError('--seed is not a whole number');
    return {
      small: values.small,
      seed,
      json: values.json,
      record: values.record,
      name,
      begun: performance.now(),
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\noptions: [--small] [--seed n] [--json] [--record]\n`);
    process.exit(2);
  }
}

/** A row whose value must be exactly a number. */
export function exactly(name: string, value: number, goal: number, unit: string): TaskRow {
  return { name, value, unit, goal: `= ${goal}`, ok: value === goal };
}

/** A row whose value must reach a number; it keeps a proof that looked at nothing from passing. */
export function atLeast(name: string, value: number, goal: number, unit: string): TaskRow {
  return { name, value, unit, goal: `≥ ${goal}`, ok: value >= goal };
}

/** Tells a person what is going on; never on stdout. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints the rows and sets the exit code: 0 when every goal is met, else 1. Records them when asked to. */
export function report(rows: readonly TaskRow[], options: TaskOptions): void {
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else {
    for (const { name, value, unit, goal, ok } of rows) {
      process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${value} ${unit} (goal ${goal})\n`);
    }
  }
  if (options.record) recordFigures(options, rows);
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}
