/**
 * The rows of a probe as lines for people: shares with what they are of, gates with what they rest on, a verdict.
 *
 * Numbers are those of the rows; a count is made of a share and its whole again.
 */
import { isGate, type ProbeRow } from '@archive/evaluation';
import { quantity } from '@archive/ingest';

/** One figure, without the name of its arm. */
export function figureLine({ name, value, unit }: ProbeRow): string {
  const label = counted(name);
  const whole = /^of (\d+)$/.exec(unit)?.[1];
  if (whole === undefined) return `${label}: ${value}${unit === '' ? '' : ` (${basis(unit)})`}`;
  if (whole === '0') return `${label}: none to see`;
  const about = Number(whole) > EXACT_UP_TO ? 'about ' : '';
  return `${label}: ${about}${Math.round(value * Number(whole))} of ${whole} (${Math.round(value * 100)} %)`;
}

/** A gate: whether it holds, what was measured, and what was asked for. */
export function gateLine({ ok, name, value, unit, goal }: ProbeRow): string {
  const figure = MEASURED.test(unit)
    ? `${value} (${goal}; ${basis(unit)})`
    : `${[value, ...(unit === '' ? [] : [unit])].join(' ')} (${goal})`;
  return `${ok ? 'holds ' : 'FAILED'}  ${counted(name)}: ${figure}`;
}

/** A line for each gate, those that could not be tested among them, and the verdict over all. */
export function probeGates(rows: readonly ProbeRow[]): { lines: string[]; verdict: string } {
  const gates = rows.filter(isGate);
  const lines = gates.map(gateLine);
  const isMeasured = gates.some(({ name }) => name.includes(`/${WORDS}`));
  if (!isMeasured)
    lines.push(
      `not measured  ${WORDS}: no passage of about 100 words or more is hidden here and matched by its text`,
    );
  return { lines, verdict: verdictOf(gates, isMeasured ? 0 : 1) };
}

function verdictOf(gates: readonly ProbeRow[], open: number): string {
  const failed = gates.filter(({ ok }) => !ok).length;
  const rest = open === 0 ? '' : `; ${open} not measured`;
  const all = gates.length + open;
  return failed === 0
    ? `verdict: every gate that was measured holds (${gates.length} of ${all}${rest})`
    : `verdict: ${failed} of ${all} gates ${failed === 1 ? 'does' : 'do'} not hold${rest}`;
}

/** "1 question". */
function counted(name: string): string {
  return name.replace(/\b1 questions$/, '1 question');
}

function basis(unit: string): string {
  const fragments = MEASURED.exec(unit)?.[1];
  return fragments === undefined ? unit : `a share; measured on ${quantity(Number(fragments), 'passage')}`;
}

/** Rows hold three digits of a share. */
const EXACT_UP_TO = 1_000;
const WORDS = 'words above the prior';
const MEASURED = /^share, (\d+) fragments$/;
