/**
 * Kills draft runs at random moments and looks at what is left: `pnpm prove draft-kill [--small] [--seed n] [--json] [--record]`.
 *
 * A child process drafts into `projections.json` against a local server that speaks the OpenAI protocol and sometimes
 * quotes, is overloaded or drops the connection; it is killed with SIGKILL while it starts, between two answers, right
 * after one, or while the file is being written. Meanwhile a person edits and vetoes in the same file. Then the file must
 * be whole; every draft the child called finished must be there, as it was; no finished one may be asked for again; and
 * every decision of the person must stand. It does not show what a loss of power does to a disk that reorders writes.
 */
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, type FSWatcher, mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type DraftableWork, editGist, foldDrafts, updateProjections, vetoGist } from '@archive/drafter';
import { type FakeDraftBehaviour, type FakeDraftRequest, startFakeDrafting } from '@archive/drafter/testing';
import { projectionContentHash, readProjections, type StoredProjection } from '@archive/index';
import { listFiles, temporaryFolder } from '@archive/process';
import { AS_CHILD, draftAsChild, type DraftTask, spawnDraftChild } from './lib/draft-child.ts';
import { worksOfRound } from './lib/drafted-works.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';

if (process.argv[2] === AS_CHILD) await draftAsChild(JSON.parse(process.argv[3] ?? '') as DraftTask);
else await prove();

async function prove(): Promise<void> {
  const options = readTaskOptions('draft-kill', 20_261_130);
  const kills = options.small ? 6 : 50;
  const size = { works: 3, fragments: options.small ? 14 : 40 };
  const random = createRandom(options.seed);
  const workplace = temporaryFolder('draft-kill');
  const out = join(workplace.path, 'out');
  const file = join(out, 'projections.json');
  mkdirSync(out, { recursive: true });

  /** Counts of what went wrong; all must stay 0. */
  const wrong = {
    'files not whole': 0,
    'drafts lost': 0,
    'second charges': 0,
    'decisions lost': 0,
    leftovers: 0,
    'failed runs': 0,
  };
  const seen = {
    attempts: 0,
    killed: 0,
    inStart: 0,
    afterAnswer: 0,
    inWrite: 0,
    rounds: 0,
    finished: 0,
    inFlight: 0,
    decisions: 0,
    journalled: 0,
  };
  const blame = (what: keyof typeof wrong, detail: string): void => {
    wrong[what] += 1;
    say(`${what}: ${detail}`);
  };

  /** Passages whose draft is finished: none may be sent again. */
  let settled = new Set<string>();
  let requests = 0;
  let onAnswered: () => void = () => undefined;
  const server = await startFakeDrafting({
    behave: (request) => {
      requests += 1;
      if (settled.has(request.passage)) blame('second charges', `round ${seen.rounds}`);
      return behaviourFor(request);
    },
    onAnswered: () => onAnswered(),
  });

  /** Mostly good after a while; one passage in eight is quoted once, one in twenty always; now and then a failure. */
  function behaviourFor({ passage, isRetry }: FakeDraftRequest): FakeDraftBehaviour {
    const kind = passage.length % 20;
    if (kind === 0 || (kind < 3 && !isRetry)) return { kind: 'quote' };
    if (random.chance(0.02)) return { kind: 'drop' };
    if (random.chance(0.02)) return { kind: 'status', status: 429, retryAfter: '0' };
    return { kind: 'slow', delayMs: random.between(5, 60) };
  }

  /** What is finished according to the files: a copy of them, with the journal taken in as the next run would. */
  async function finishedEntries(works: readonly DraftableWork[]): Promise<Map<string, StoredProjection>> {
    const copy = join(workplace.path, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(out, copy, { recursive: true });
    const place = { file: join(copy, 'projections.json'), out: copy };
    try {
      if (existsSync(file)) await readProjections(file);
      seen.journalled += await foldDrafts(place);
      const { projections } = await readProjections(place.file);
      const current = works.flatMap(({ fragments }) =>
        fragments.flatMap(({ id, text }): [string, StoredProjection][] => {
          const stored = projections[id];
          return stored?.contentHash === projectionContentHash(text) ? [[id, stored]] : [];
        }),
      );
      return new Map(current);
    } catch (error) {
      blame('files not whole', (error as Error).message);
      return new Map();
    }
  }

  /** A person vetoes a gist, or writes one, drafted or not; what is expected of the files changes with it. */
  async function decide(
    works: readonly DraftableWork[],
    expected: Map<string, StoredProjection>,
  ): Promise<void> {
    const work = random.pick(works);
    const { id } = random.pick(work.fragments.filter(({ exposure }) => exposure === undefined));
    const context = { ...work, at: new Date().toISOString() };
    const isVeto = random.chance(0.5);
    const gist = `What a person wrote, number ${seen.decisions}.`;
    const { projections } = await updateProjections(file, (now) =>
      isVeto && now.projections[id]?.contentHash === expected.get(id)?.contentHash && expected.has(id)
        ? vetoGist(now, id, context)
        : editGist(now, id, gist, context),
    );
    seen.decisions += 1;
    expected.set(id, projections[id] as StoredProjection);
    decided.add(id);
  }

  /** Fragments about which the person has decided in this round. */
  const decided = new Set<string>();

  async function killAtSomeMoment(child: ChildProcess, left: number): Promise<void> {
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const kill = (): void => void child.kill('SIGKILL');
    // Every kind of moment comes up in ten attempts, in no neighbouring order.
    const mode = (((seen.attempts * 3) % 10) + random.next()) / 10;
    seen.attempts += 1;
    let watcher: FSWatcher | undefined;
    if (mode < 0.15) {
      seen.inStart += 1;
      setTimeout(kill, random.next() * usualStartMs);
    } else if (mode < 0.55) {
      seen.afterAnswer += 1;
      let count = random.between(1, Math.max(1, left));
      const delay = random.pick([0, 0, 1, 2, 4, 8]);
      onAnswered = () => {
        if (--count === 0) setTimeout(kill, delay);
      };
    } else if (mode < 0.8) {
      seen.inWrite += 1;
      let count = random.between(1, 3);
      watcher = watch(out, (_, name) => {
        if (/^\.projections.*\.tmp$/.test(name ?? '') && --count === 0) kill();
      });
    } else {
      const moment = random.next() * left * 12;
      onAnswered = () => {
        onAnswered = () => undefined;
        setTimeout(kill, moment);
      };
    }
    await ended;
    watcher?.close();
    onAnswered = () => undefined;
  }

  let usualStartMs = 1500;
  try {
    for (let round = 1; seen.killed < kills; round++) {
      seen.rounds = round;
      // What a person wrote about the last round's texts would stay, stale, and never be drafted.
      rmSync(out, { recursive: true, force: true });
      mkdirSync(out, { recursive: true });
      const works = worksOfRound(round, options.seed, size);
      const asked = works.flatMap(({ fragments }) =>
        fragments.filter(({ exposure }) => exposure === undefined),
      );
      let expected = new Map<string, StoredProjection>();
      settled = new Set();
      decided.clear();
      const required = asked.reduce((sum, { text }) => sum + (text.length % 20 < 3 ? 2 : 1), 0);
      const [requestsBefore, killedBefore] = [requests, seen.killed];
      for (;;) {
        const task: DraftTask = { url: server.url, file, out, round, seed: options.seed, size };
        const child = spawnDraftChild(task);
        let [said, complaint] = ['', ''];
        child.stdout?.on('data', (chunk: Buffer) => {
          if (said === '') usualStartMs = performance.now() - begun;
          said += chunk.toString();
        });
        child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
        const begun = performance.now();
        const [known, finishedBefore] = [expected, expected.size];
        let deciding = Promise.resolve();
        const person = setTimeout(
          () => {
            deciding = decide(works, known).catch((error: Error) => blame('decisions lost', error.message));
          },
          usualStartMs + random.next() * 600,
        );
        if (seen.killed < kills) await killAtSomeMoment(child, asked.length - expected.size);
        else await new Promise((resolve) => child.on('close', resolve));
        clearTimeout(person);
        await deciding;
        const isKilled = child.signalCode === 'SIGKILL';
        if (isKilled) seen.killed += 1;
        else if (child.exitCode !== 0) blame('failed runs', complaint);

        const found = await finishedEntries(works);
        for (const [id, stored] of expected) {
          if (!isDeepStrictEqual(found.get(id), stored))
            blame(decided.has(id) ? 'decisions lost' : 'drafts lost', `round ${round}, ${id}`);
        }
        const count = Number(said.trim().split('\n').at(-1) ?? 0);
        if (found.size - finishedBefore < count)
          blame('drafts lost', `round ${round}: ${count} said, ${found.size - finishedBefore} found`);
        expected = found;
        for (const { id, text } of asked) if (found.has(id)) settled.add(text);
        if (random.chance(0.5)) await decide(works, expected);
        if (!isKilled) break;
      }
      seen.finished += expected.size;
      seen.inFlight += requests - requestsBefore - required;
      if (expected.size < asked.length)
        blame('drafts lost', `round ${round} ended with ${expected.size} of ${asked.length}`);
      const kept = ['.dockerignore', '.gitignore', '.npmignore', 'projections.json'];
      const left = listFiles(out).filter((path) => !kept.includes(path));
      if (left.length > 0) blame('leftovers', `round ${round}: ${left.join(', ')}`);
      say(`round ${round}: ${expected.size} drafts, ${seen.killed - killedBefore} kills`);
    }
  } finally {
    await server.close();
    workplace.remove();
  }

  report(
    [
      atLeast('draft-kill/kills', seen.killed, kills, 'draft runs killed with SIGKILL'),
      atLeast('draft-kill/kills aimed at an answer', seen.afterAnswer, 1, 'runs'),
      atLeast('draft-kill/kills aimed at a write of the file', seen.inWrite, 1, 'runs'),
      atLeast(
        'draft-kill/drafts finished',
        seen.finished,
        Math.floor(size.works * size.fragments * 0.9),
        'drafts',
      ),
      atLeast(
        'draft-kill/drafts only in the journal after a kill',
        seen.journalled,
        options.small ? 0 : kills,
        'drafts',
      ),
      atLeast(
        'draft-kill/decisions of a person meanwhile',
        seen.decisions,
        options.small ? 1 : 20,
        'edits and vetoes',
      ),
      exactly('draft-kill/drafts lost', wrong['drafts lost'], 0, 'times'),
      exactly('draft-kill/files not whole', wrong['files not whole'], 0, 'times'),
      exactly('draft-kill/second charges for a finished draft', wrong['second charges'], 0, 'requests'),
      exactly('draft-kill/decisions lost', wrong['decisions lost'], 0, 'times'),
      exactly('draft-kill/leftovers', wrong.leftovers, 0, 'times'),
      exactly('draft-kill/failed runs', wrong['failed runs'], 0, 'runs'),
    ],
    options,
  );
  say(`${seen.rounds} rounds; ${seen.inFlight} requests were lost to kills, failures of the server included`);
}
