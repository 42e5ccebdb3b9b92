/**
 * The probe of `archive probe` on the copy, and membership by what is released of a work.
 */
import type { Embedder } from '@archive/embed';
import {
  type MembershipCase,
  type MembershipGroup,
  membershipRows,
  type ProbeArm,
  type ProbeRow,
  type Random,
  runProbe,
} from '@archive/evaluation';
import { nothingPublished } from '../nothing-published.ts';
import { type ProbeArchive, readProbeArchive, servedWithout } from '../probe/probe-archive.ts';
import { probeSetup, searchUnder } from '../probe/probe-setup.ts';
import type { AuditSize } from './audit-sizes.ts';

/** Probes; rows with gates and figures. */
export async function probeCopy(
  out: string,
  embedder: Embedder,
  { size, random, say }: { size: AuditSize; random: Random; say: (line: string) => void },
): Promise<ProbeRow[]> {
  const archive = await readProbeArchive(out);
  if (archive === undefined) throw nothingPublished();
  const setup = await probeSetup(archive, embedder, random);
  const rows = await runProbe(setup, size.probe, random, say);
  say('membership');
  const groups = setup.arms.flatMap((arm) =>
    (['semantic', 'locator', 'none'] as const).map(
      (exposure): MembershipGroup => ({
        arm: arm.name,
        exposure,
        cases: casesOf(archive, embedder, arm, exposure, { most: size.members, random }),
      }),
    ),
  );
  return [...rows, ...(await membershipRows(groups))];
}

/** Works of which this is the most that is released. */
function casesOf(
  archive: ProbeArchive,
  embedder: Embedder,
  arm: ProbeArm,
  exposure: MembershipGroup['exposure'],
  { most, random }: { most: number; random: Random },
): MembershipCase[] {
  const levels = new Map<string, Set<string>>();
  const texts = new Map<string, string[]>();
  for (const { fragment } of archive.own.entries) {
    const { entityId, disclosure, text } = fragment;
    levels.set(entityId, (levels.get(entityId) ?? new Set()).add(disclosure.exposure));
    if (disclosure.exposure !== 'text') texts.set(entityId, [...(texts.get(entityId) ?? []), text]);
  }
  const widest = (of: ReadonlySet<string>): string =>
    ['text', 'semantic', 'locator'].find((level) => of.has(level)) ?? 'none';
  const works = [...levels].filter(([, of]) => widest(of) === exposure).map(([id]) => id);
  return random.sample(works, most).map((id) => ({
    passages: Array.from({ length: 3 }, () => stretch(random.pick(texts.get(id) ?? ['']), random)),
    present: () => arm.open(),
    // What is not served is taken out of the private half, so that nothing made from it is left either.
    absent: () =>
      exposure === 'none' ? searchUnder(arm.name, servedWithout(archive, id), embedder) : arm.openWithout(id),
  }));
}

function stretch(text: string, random: Random): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const from = random.between(0, Math.max(0, words.length - PASSAGE_WORDS));
  return words.slice(from, from + PASSAGE_WORDS).join(' ') || 'nothing';
}

const PASSAGE_WORDS = 20;
