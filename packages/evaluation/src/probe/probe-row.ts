/**
 * The form in which a probe gives its figures: one value, what was asked of it, and whether that holds.
 */

/** One figure. */
export interface ProbeRow {
  /** What was measured, in words; the arm stands before it, with a `/` between. */
  readonly name: string;
  /** The figure, in `unit`. */
  readonly value: number;
  /** What the figure is of, or how to read it; empty for a plain number. */
  readonly unit: string;
  /** In words, such as `= 0` or `≤ 0.05`; `for scale` where nothing was asked. */
  readonly goal: string;
  /** Whether the goal holds; true where there is none. */
  readonly ok: boolean;
}

/** A figure that nothing is asked of. */
export function figure(name: string, value: number, unit: string): ProbeRow {
  return { name, value: rounded(value), unit, goal: 'for scale', ok: true };
}

/** A gate: the value must not exceed a bound. */
export function atMost(name: string, value: number, bound: number, unit: string): ProbeRow {
  return {
    name,
    value: rounded(value),
    unit,
    goal: `${bound === 0 ? '=' : '≤'} ${bound}`,
    ok: value <= bound,
  };
}

/** A gate: the value must reach a bound; keeps a probe that looked at nothing from passing. */
export function atLeast(name: string, value: number, bound: number, unit: string): ProbeRow {
  return { name, value: rounded(value), unit, goal: `≥ ${bound}`, ok: value >= bound };
}

/** Whether a row is a gate. */
export function isGate({ goal }: ProbeRow): boolean {
  return goal !== 'for scale';
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
