/**
 * Sets a probe up over a published archive: three rules of limits, the truth, and the attacker's reading.
 */
import { setImmediate } from 'node:timers/promises';
import {
  EMBEDDINGS_PER_DAY,
  MEASUREMENTS_PER_CALLER,
  QUESTIONS_PER_CALLER,
  searchInProcess,
  withoutTakenDown,
} from '@archive/api';
import type { Search } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import { type ProbeArm, type ProbeSetup, type Random } from '@archive/evaluation';
import type { ServedIndex } from '@archive/index/served';
import type { SearchProfile } from '@archive/retrieve';
import { type ProbeArchive, probeTargets, withPlantedNone } from './probe-archive.ts';
import { probeModel } from './probe-model.ts';
import { probeReading, probeSecrets } from './probe-reading.ts';

/** Addresses of an attacker who has many. */
const MANY_CALLERS = 1_000;

/** What each rule is called in the table. */
const ARMS = {
  one: 'one caller, default limits',
  many: `${MANY_CALLERS.toLocaleString('en-US')} addresses, default limits`,
  open: 'no limits',
} as const;

/** Makes the setup. */
export async function probeSetup(
  archive: ProbeArchive,
  embedder: Embedder,
  random: Random,
  profile: SearchProfile = 'hybrid',
): Promise<ProbeSetup> {
  const { served, own } = archive;
  const asking = { embedder, profile };
  const targets = random.sample(probeTargets(archive), Number.MAX_SAFE_INTEGER);
  const reading = probeReading(own, targets);
  const pair = await withPlantedNone(archive, embedder, targets[0]?.text ?? 'nothing is hidden here');
  const hits = [...served.entries].filter(({ fragment }) => fragment.disclosure.raw === 'private');
  return {
    arms: [
      arm(ARMS.one, archive, asking, 1),
      arm(ARMS.many, archive, asking, MANY_CALLERS),
      arm(ARMS.open, archive, asking, 0),
    ],
    model: await probeModel(embedder, reading.vocabulary),
    reading,
    targets,
    secrets: probeSecrets(targets, reading, random),
    all: {
      works: new Set(hits.map(({ fragment }) => fragment.entityId)).size,
      gists: hits.filter(({ fragment }) => fragment.disclosure.exposure === 'semantic').length,
      places: hits.length,
    },
    hidden: own.entries
      .filter(({ fragment }) => fragment.disclosure.exposure !== 'text')
      .map(({ fragment }) => fragment.text),
    released: [
      ...own.entries
        .filter(({ fragment }) => fragment.disclosure.exposure === 'text')
        .map(({ fragment }) => fragment.text),
      ...own.entities.map(({ title }) => title),
    ],
    nonePair: {
      present: open(pair.present, asking)(''),
      absent: open(pair.absent, asking)(''),
      text: pair.text,
    },
  };
}

/** How questions are asked. */
interface Asking {
  readonly embedder: Embedder;
  readonly profile: SearchProfile;
}

/** One caller, many, or (0) nobody counts. */
function arm(name: string, { served }: ProbeArchive, asking: Asking, callers: number): ProbeArm {
  return {
    name,
    isGated: callers === 1,
    ...(callers > 0
      ? { silentAfter: MEASUREMENTS_PER_CALLER * callers, absentAfter: QUESTIONS_PER_CALLER * callers }
      : {}),
    open: () => openFor(callers, served, asking),
    openWithout: (entityId) => openFor(callers, withoutTakenDown(served, [{ id: entityId, at: '' }]), asking),
  };
}

/** The search over any index under the rule of limits of an arm, with untouched budgets. */
export function searchUnder(name: string, index: ServedIndex, embedder: Embedder): Search {
  const asking: Asking = { embedder, profile: 'hybrid' };
  return openFor(name === ARMS.one ? 1 : name === ARMS.many ? MANY_CALLERS : 0, index, asking);
}

function openFor(callers: number, index: ServedIndex, asking: Asking): Search {
  const of = open(index, asking, callers > 0);
  const searches = Array.from({ length: Math.max(1, callers) }, (_, at) => of(`address ${at}`));
  let turn = 0;
  return async (request, options) => {
    // Everything here computes; signals are heard in between.
    if (turn % ASKED_IN_A_ROW === 0) await setImmediate();
    const search = searches[turn++ % searches.length] as Search;
    return search(request, options);
  };
}

function open(
  index: ServedIndex,
  { embedder, profile }: Asking,
  isLimited = false,
): (caller: string) => Search {
  return searchInProcess({
    index,
    embedder,
    profile,
    now: () => CLOCK,
    ...(isLimited ? { limits: { embeddingsPerDay: EMBEDDINGS_PER_DAY } } : {}),
  });
}

const ASKED_IN_A_ROW = 32;
/** The clock of a probe stands still: each attack has the budgets of one day. */
const CLOCK = new Date('2026-01-01T12:00:00Z');
