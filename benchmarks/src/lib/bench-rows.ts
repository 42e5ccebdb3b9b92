/**
 * Rows of a benchmark: collected, printed, and judged.
 *
 * A row that could not be measured (no data, peer not installed) has value and `ok` null and says why; it is neither a
 * success nor a failure. With `--json` stdout holds one array of rows and nothing else.
 */
import { cpus } from 'node:os';
import process from 'node:process';

/** One figure and what was asked of it. */
export interface BenchRow {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  /** In words, such as `>= 0.75`, or `for scale` when nothing is asked. */
  readonly goal: string;
  readonly ok: boolean | null;
  /** Why there is no value. */
  readonly reason?: string;
}

/** Collects rows in order. */
export interface BenchRows {
  readonly rows: readonly BenchRow[];
  /** A figure of which nothing is asked. */
  scale(name: string, value: number, unit: string): void;
  atLeast(name: string, value: number, goal: number, unit: string): void;
  atMost(name: string, value: number, goal: number, unit: string): void;
  /** A figure that must be above another one. */
  above(name: string, value: number, other: number, than: string, unit: string): void;
  /** A condition in words. */
  must(name: string, value: number, unit: string, goal: string, ok: boolean): void;
  /** Something that could not be measured. */
  skip(name: string, unit: string, goal: string, reason: string): void;
}

/** Makes an empty collection. */
export function createBenchRows(): BenchRows {
  const rows: BenchRow[] = [];
  const add = (name: string, value: number, unit: string, goal: string, ok: boolean): void => {
    rows.push({ name, value: Number(value.toPrecision(4)), unit, goal, ok });
  };
  return {
    rows,
    scale: (name, value, unit) => add(name, value, unit, 'for scale', true),
    atLeast: (name, value, goal, unit) => add(name, value, unit, `>= ${goal}`, value >= goal),
    atMost: (name, value, goal, unit) => add(name, value, unit, `<= ${goal}`, value <= goal),
    above: (name, value, other, than, unit) =>
      add(name, value, unit, `> ${Number(other.toPrecision(4))} (${than})`, value > other),
    must: add,
    skip: (name, unit, goal, reason) => rows.push({ name, value: null, unit, goal, ok: null, reason }),
  };
}

/** Prints the rows and sets the exit code: 1 when a goal is missed. */
export function reportRows({ rows }: BenchRows, { onlyGoals = false }: { onlyGoals?: boolean } = {}): void {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else {
    process.stdout.write(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
    for (const { name, value, unit, goal, ok, reason } of rows) {
      if (onlyGoals && goal === 'for scale') continue;
      const verdict = ok === null ? '–   ' : ok ? 'ok  ' : 'MISS';
      process.stdout.write(
        `${verdict} ${name.padEnd(44)} ${value === null ? (reason ?? '') : `${value} ${unit}`}  (${goal})\n`,
      );
    }
  }
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
}
