/**
 * What an audit asks of what it found: each a figure with its goal, none of them a name.
 */
import {
  atLeast,
  atMost,
  type AuditReport,
  isGate,
  type Leak,
  type LeakLedger,
  type PlantedResult,
  type ProbeRow,
  type RunSweep,
} from '@archive/evaluation';
import type { AttackAccount } from './attack-copy.ts';
import type { PlantedGroup, Planting } from './plant-secrets.ts';
import type { ArtifactAccount } from './sweep-artifacts.ts';

/** Everything a verdict rests on. */
export interface Evidence {
  readonly planting: Planting;
  /** Canaries of each secret that the private index holds. */
  readonly indexed: readonly number[];
  readonly sweep: RunSweep;
  /** Titles, names, ids and file names of withheld works that could not be searched for. */
  readonly unguarded: number;
  readonly ledger: LeakLedger;
  readonly scanner: PlantedResult;
  readonly attack: AttackAccount;
  readonly artifacts: ArtifactAccount;
  readonly probe: readonly ProbeRow[];
}

/** The gates: what must be nothing, and what keeps an audit that looked at nothing from passing. */
export function auditGates(evidence: Evidence): ProbeRow[] {
  const { planting, ledger, sweep, scanner, attack, artifacts, probe } = evidence;
  const canaries = ledger.leaks.filter(({ what }) => what === 'canary');
  const texts = ledger.leaks.filter(({ what }) => what !== 'canary');
  const chars = (leaks: readonly Leak[]): number => leaks.reduce((sum, each) => sum + each.chars, 0);
  return [
    atMost('characters of private text that came out', chars(ledger.leaks), 0, 'characters'),
    atMost('places where private text was found', texts.length, 0, 'places'),
    atMost('places where a planted secret was found', canaries.length, 0, 'places'),
    atMost('files and folders of the index that others may open', artifacts.openToOthers, 0, 'of all'),
    atMost(
      'groups of works whose planted secrets never reached the private index',
      unreached(evidence),
      0,
      'groups',
    ),
    atLeast('planted leaks that the scanner found', scanner.found, Math.max(1, scanner.planted), 'leaks'),
    atLeast('planted secrets searched for', sweep.guardedCanaries, 1, 'secrets'),
    atLeast('requests without limits', attack.requests, LEAST_REQUESTS, 'requests'),
    atLeast('requests under the default limits', attack.limitedRequests, LEAST_REQUESTS, 'requests'),
    atLeast('routes attacked as the server describes them', attack.routes.length, 1, 'routes'),
    atLeast('tools attacked as the server lists them', attack.tools.length, 1, 'tools'),
    ...(planting.control === undefined
      ? []
      : [atLeast('answers in which a planted public phrase was seen', attack.controls, 1, 'answers')]),
    ...probe.filter((row) => isGate(row) && !restsOnFew(row)),
    ...probe
      .filter(({ name }) => name.endsWith('membership of a work exposed as none'))
      .map(({ name, value }) => atMost(`${name}, away from chance`, Math.abs(value - 0.5), 0, '')),
  ];
}

/** What an audit was meant to ask and could not, in words for whoever reads its report. */
export function unmeasured({
  planting,
  probe,
  unguarded,
}: Pick<Evidence, 'planting' | 'probe' | 'unguarded'>): string[] {
  const few = probe
    .filter(restsOnFew)
    .map(({ name, value, unit }) => `${name}: ${value} (${unit}), too few to judge`);
  const isWordless = !probe.some(
    ({ name, goal }) => goal !== 'for scale' && name.includes('words above the prior'),
  );
  const isMissing = (exposure: string): boolean =>
    !probe.some(({ name }) => name.endsWith(`membership of a work exposed as ${exposure}`));
  return [
    ...few,
    ...(unguarded === 0
      ? []
      : [
          `titles, names, ids and file names of withheld works: ${unguarded} are very short, or stand in what is released as well, and were not searched for`,
        ]),
    ...(isWordless
      ? [
          'words above the prior: no passage of about 100 words or more is hidden here and matched by its text',
        ]
      : []),
    ...(planting.control === undefined
      ? ['a public phrase that must come out: no public text could hold it']
      : []),
    ...['semantic', 'locator', 'none']
      .filter(isMissing)
      .map((exposure) => `membership of a work exposed as ${exposure}: the archive has none`),
  ];
}

/** The share of words read scatters by several points in a single passage. */
function restsOnFew({ name, unit, goal }: ProbeRow): boolean {
  const passages = /^share, (\d+) fragments$/.exec(unit)?.[1];
  return (
    goal !== 'for scale' && name.includes('words above the prior') && Number(passages ?? 0) < LEAST_PASSAGES
  );
}

/** Leaks as a report may hold them, each place and kind once. */
export function findingsOf(leaks: readonly Leak[]): AuditReport['findings'] {
  const found = new Map<string, AuditReport['findings'][number]>();
  for (const { place, what, sources, chars } of leaks) {
    const name = `${place}\n${what}\n${sources.join('\n')}`;
    const before = found.get(name);
    found.set(name, {
      place,
      what,
      sources: sources.slice(0, MOST_SOURCES),
      characters: (before?.characters ?? 0) + chars,
      times: (before?.times ?? 0) + 1,
    });
  }
  return [...found.values()].slice(0, MOST_FINDINGS);
}

/** Groups that are indexed, of which nothing planted was: a policy that was not applied to it was not tried. */
function unreached({ planting, indexed }: Evidence): number {
  const reached = new Map<string, number>();
  for (const [at, { group }] of planting.secrets.entries()) {
    if (NEVER_INDEXED.has(group.kind)) continue;
    const name = `${group.kind} ${group.raw} ${group.exposure}`;
    reached.set(name, (reached.get(name) ?? 0) + (indexed[at] ?? 0));
  }
  return [...reached.values()].filter((count) => count === 0).length;
}

const NEVER_INDEXED: ReadonlySet<PlantedGroup['kind']> = new Set(['comment', 'unpublished', 'quarantined']);
const LEAST_REQUESTS = 100;
/** Passages that a gate on words rests on. */
const LEAST_PASSAGES = 4;
const MOST_SOURCES = 5;
const MOST_FINDINGS = 1_000;
