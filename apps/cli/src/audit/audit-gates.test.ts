import { LeakLedger, type ProbeRow, RunSweep } from '@archive/evaluation';
import { describe, expect, it } from 'vitest';
import { auditGates, type Evidence, findingsOf, unmeasured } from './audit-gates.ts';

const group = { kind: 'notes', raw: 'private', exposure: 'none' } as const;
const secret = {
  group,
  sentence: 'Bax Cel keeps 123456 behind the dof guz',
  canaries: [{ sort: 'phrase', value: 'dof guz' }],
} as const;
const words = (fragments: number): ProbeRow => ({
  name: 'one caller, default limits/words above the prior, about 300 words, 100 questions',
  value: 0.2,
  unit: `share, ${fragments} fragments`,
  goal: '≤ 0.05',
  ok: false,
});
const NONE: ProbeRow = {
  name: 'no limits/membership of a work exposed as none',
  value: 0.5,
  unit: 'AUC, 2 works',
  goal: 'for scale',
  ok: true,
};

function evidence(changes: Partial<Evidence> = {}): Evidence {
  const sweep = new RunSweep();
  sweep.addPrivate(secret.sentence, 'planted');
  sweep.addCanary('dof guz', 'phrase planted in notes, private none');
  return {
    planting: { secrets: [secret], control: { phrase: 'hiv jum', sentence: 'Of hiv jum.' } },
    indexed: [1],
    sweep,
    unguarded: 0,
    ledger: new LeakLedger(sweep),
    scanner: { planted: 8, found: 8, missed: [] },
    attack: {
      routes: ['GET /'],
      tools: ['search_archive'],
      requests: 100,
      limitedRequests: 100,
      rateLimited: 0,
      failures: 0,
      controls: 1,
    },
    artifacts: { files: 1, openToOthers: 0 },
    probe: [words(1), NONE],
    ...changes,
  };
}

const failed = (changes: Partial<Evidence>): string[] =>
  auditGates(evidence(changes))
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe('the gates', () => {
  it('hold when nothing came out and everything was tried', () => {
    expect(failed({})).toEqual([]);
  });

  it('fail for a canary and for a run, with the characters that came out', () => {
    const one = evidence();
    one.ledger.text('a log', `${secret.sentence}.`);
    const gates = auditGates(one);
    expect(gates.filter(({ ok }) => !ok).map(({ name, value }) => [name, value])).toEqual([
      ['characters of private text that came out', expect.any(Number)],
      ['places where private text was found', 1],
      ['places where a planted secret was found', 1],
    ]);
    expect(gates[0]?.value).toBeGreaterThan(30);
    expect(findingsOf(one.ledger.leaks)).toEqual([
      { place: 'a log', what: 'words', sources: ['planted'], characters: expect.any(Number), times: 1 },
      {
        place: 'a log',
        what: 'canary',
        sources: ['phrase planted in notes, private none'],
        characters: 7,
        times: 1,
      },
    ]);
  });

  it.each<[string, Partial<Evidence>]>([
    ['files and folders of the index that others may open', { artifacts: { files: 1, openToOthers: 2 } }],
    ['groups of works whose planted secrets never reached the private index', { indexed: [0] }],
    ['planted leaks that the scanner found', { scanner: { planted: 0, found: 0, missed: [] } }],
    ['planted secrets searched for', { sweep: new RunSweep() }],
    ['requests without limits', { attack: { ...evidence().attack, requests: 3 } }],
    ['routes attacked as the server describes them', { attack: { ...evidence().attack, routes: [] } }],
    ['answers in which a planted public phrase was seen', { attack: { ...evidence().attack, controls: 0 } }],
    [
      'no limits/membership of a work exposed as none, away from chance',
      { probe: [{ ...NONE, value: 0.75 }] },
    ],
    [words(4).name, { probe: [words(4), NONE] }],
  ])('fail when it is nothing to rest on: %s', (name, changes) => {
    expect(failed(changes)).toEqual([name]);
  });

  it('do not rest on a single passage: that is said not to be measured', () => {
    expect(unmeasured(evidence())).toEqual([
      `${words(1).name}: 0.2 (share, 1 fragments), too few to judge`,
      'membership of a work exposed as semantic: the archive has none',
      'membership of a work exposed as locator: the archive has none',
    ]);
    expect(unmeasured(evidence({ unguarded: 3 }))).toContain(
      'titles, names, ids and file names of withheld works: 3 are very short, or stand in what is released as well, and were not searched for',
    );
    expect(unmeasured(evidence({ planting: { secrets: [] }, probe: [] }))).toContain(
      'a public phrase that must come out: no public text could hold it',
    );
  });
});
