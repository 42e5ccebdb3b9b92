/**
 * A plan as text: what publishing would widen, narrow, release and withdraw.
 *
 * Ids are authored strings: without a terminal, or under CI, they are replaced by keyed ones (decisions 1.11).
 */
import type { PublishPlan } from '@archive/ingest';
import type { Output } from './console-output.ts';
import type { IdPrinter } from './keyed-ids.ts';

/** Prints a plan. */
export function printPlan(output: Output, plan: PublishPlan, show: IdPrinter): void {
  for (const { kind, entityId, fragmentId, from, to } of plan.widening) {
    output.line(`  widens   ${kind.padEnd(20)} ${show(fragmentId ?? entityId)}${change(from, to)}`);
  }
  for (const { kind, entityId, fragmentId, from, to } of plan.narrowing) {
    output.line(`  narrows  ${kind.padEnd(20)} ${show(fragmentId ?? entityId)}${change(from, to)}`);
  }
  for (const { fragmentId, exposure } of plan.released)
    output.line(`  releases ${exposure.padEnd(20)} ${show(fragmentId)}`);
  for (const { fragmentId, exposure } of plan.withdrawn)
    output.line(`  withdraws ${exposure.padEnd(19)} ${show(fragmentId)}`);
  for (const { fragmentId, exposure, parts } of plan.changed)
    output.line(`  changes  ${exposure.padEnd(20)} ${show(fragmentId)}  ${parts.join(', ')}`);
  output.line(
    `  ${plan.widening.length} widening, ${plan.narrowing.length} narrowing, ${plan.released.length} released, ${plan.withdrawn.length} withdrawn, ${plan.changed.length} changed; plan ${plan.planHash}`,
  );
}

function change(from: string | undefined, to: string | undefined): string {
  return from === undefined && to === undefined ? '' : `  ${from ?? '-'} → ${to ?? '-'}`;
}

/** The plan as a document may hold it: with its ids as they may be shown. */
export function planDocument(plan: PublishPlan, show: IdPrinter): PublishPlan {
  const keyed = <T extends { entityId?: string; fragmentId?: string }>(list: readonly T[]): T[] =>
    list.map((item) => ({
      ...item,
      ...(item.entityId === undefined ? {} : { entityId: show(item.entityId) }),
      ...(item.fragmentId === undefined ? {} : { fragmentId: show(item.fragmentId) }),
    }));
  const { widening, narrowing, released, withdrawn, changed, planHash } = plan;
  return {
    widening: keyed(widening),
    narrowing: keyed(narrowing),
    released: keyed(released),
    withdrawn: keyed(withdrawn),
    changed: keyed(changed),
    planHash,
  };
}

/** The command that accepts exactly a plan, with every option the plan depended on. */
export function applyCommand(folder: string, options: Record<string, unknown>, planHash: string): string {
  const given = ['out', 'origin'].flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${quoted(String(options[name]))}`],
  );
  return ['archive apply', planHash, quoted(folder), ...given].join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
