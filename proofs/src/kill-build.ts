/**
 * Kills builds at random moments and looks at what is left: `pnpm prove kill-build [--small] [--seed n] [--json] [--record]`.
 *
 * Each round changes the content, starts a build and sends SIGKILL, most often between taking the lock and the end. Then
 * the pointer must name one whole generation, the one before or the new one; a server must serve it; and the next build
 * must succeed and leave nothing of the killed one behind.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGeneration, readServedIndex } from '@archive/index';
import {
  type Finished,
  finished,
  listFiles,
  runArchive,
  serveArchive,
  type ServedArchive,
  spawnArchive,
  temporaryFolder,
} from '@archive/process';
import { ROUND_WORKS, roundOf, writeRound } from './lib/killable-archive.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';

const options = readTaskOptions('kill-build', 20_240_501);
const kills = options.small ? 10 : 50;
const random = createRandom(options.seed);
const workplace = temporaryFolder('kill-build');
const folder = join(workplace.path, 'archive');
const out = join(workplace.path, 'out');

/** Counts of what went wrong; all must stay 0. */
/** Two servers at a time on one folder, which the ledger of a server allows to one. */
const NO_LEDGER = { args: ['--no-limits'] };
const wrong = { 'half pairs': 0, 'unservable generations': 0, 'failed next builds': 0, leftovers: 0 };
const seen = { killed: 0, duringPublish: 0, keptBefore: 0, tookNew: 0, freshServers: 0 };

function blame(what: keyof typeof wrong, detail: string): void {
  wrong[what] += 1;
  say(`${what}: ${detail}`);
}

const build = (): Promise<Finished> => runArchive(['build', folder, '--out', out]);

/** Moments of a build, in milliseconds. */
interface BuildTimes {
  readonly untilLock: number;
  readonly afterLock: number;
  readonly afterStaging: number;
}

const isLocked = (): boolean => existsSync(join(out, 'build.lock'));
const isStaged = (): boolean => namesIn(join(out, 'generations')).some((name) => name.startsWith('.'));

/** Starts a build and kills it after a random part of the time it usually takes; false when it was faster. */
async function buildAndKill(usual: BuildTimes): Promise<boolean> {
  const child = spawnArchive(['build', folder, '--out', out]);
  const end = finished(child);
  const ended = end.then(() => true);
  const moment = random.next();
  if (random.chance(0.2)) await Promise.race([ended, pause(moment * usual.untilLock)]);
  else if (random.chance(0.5)) {
    await until(isLocked, child);
    await Promise.race([ended, pause(moment * usual.afterLock)]);
  } else {
    await until(isStaged, child);
    await Promise.race([ended, pause(moment ** 2 * usual.afterStaging)]);
  }
  const staged = isStaged();
  child.kill('SIGKILL');
  const { signal } = await end;
  if (signal === 'SIGKILL' && staged) seen.duringPublish += 1;
  return signal === 'SIGKILL';
}

async function measureBuild(): Promise<BuildTimes> {
  const started = performance.now();
  const child = spawnArchive(['build', folder, '--out', out]);
  const end = finished(child);
  await until(isLocked, child);
  const locked = performance.now();
  await until(isStaged, child);
  const staged = performance.now();
  const { code, stderr } = await end;
  if (code !== 0) throw new Error(`the first build failed: ${stderr}`);
  const now = performance.now();
  return { untilLock: locked - started, afterLock: now - locked, afterStaging: now - staged };
}

/** Looks every millisecond until something is so, or the child has ended. */
async function until(isSo: () => boolean, child: ChildProcess): Promise<void> {
  while (!isSo() && child.exitCode === null && child.signalCode === null) await pause(1);
}

function namesIn(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

/** The round that is served according to the files; blames what does not fit together. */
async function servedRound(round: number, before: number): Promise<number> {
  try {
    const pair = await readGeneration(out);
    const served = await readServedIndex(out);
    const texts = Array.from(served.entries, ({ fragment }) => fragment.text).filter((text) =>
      text.includes('round number'),
    );
    const own = (pair?.privateIndex.entries ?? [])
      .map(({ fragment }) => fragment.text)
      .filter((text) => text.includes('round number'));
    const found = roundOf(texts);
    if (texts.length !== ROUND_WORKS || found !== roundOf(own) || pair?.seq !== served.seq)
      blame('half pairs', `round ${round}`);
    if (found !== before && found !== round) blame('half pairs', `round ${round} serves ${found}`);
    return found ?? -1;
  } catch (error) {
    blame('half pairs', `round ${round}: ${(error as Error).message}`);
    return -1;
  }
}

/** Asks a running server, and for some rounds a fresh one, which round they serve. */
async function askServers(standing: ServedArchive, round: number, expected: number): Promise<void> {
  await expectServed(standing, expected, `round ${round}, the server that was running`);
  if (options.small && round % 5 !== 0) return;
  const fresh = await serveArchive(folder, out, NO_LEDGER).catch((error: unknown) =>
    blame('unservable generations', `round ${round}: ${(error as Error).message}`),
  );
  if (fresh === undefined) return;
  seen.freshServers += 1;
  await expectServed(fresh, expected, `round ${round}, a fresh server`);
  await fresh.stop();
}

async function expectServed({ url }: ServedArchive, expected: number, who: string): Promise<void> {
  let found: number | undefined;
  // A running server looks for a new generation about once a second.
  for (let tries = 0; tries < 40; tries++) {
    const texts = await Promise.all(
      [1, 2, ROUND_WORKS].map(async (work) => {
        const response = await fetch(`${url}/v1/fragments/${encodeURIComponent(`essay:work-${work}#whole`)}`);
        return ((await response.json()) as { text?: string }).text ?? '';
      }),
    );
    found = roundOf(texts);
    if (found === expected) return;
    await pause(100);
  }
  blame('unservable generations', `${who} serves ${found} instead of ${expected}`);
}

/** The kinds of files an undisturbed build leaves, numbers of generations taken out. */
function kindsOfFiles(): Set<string> {
  return new Set(
    listFiles(out)
      // What a server keeps, not a build.
      .filter((path) => path !== 'server.key')
      .map((path) =>
        path.replace(/^generations\/\d+\//, 'generations/n/').replace(/[0-9a-f]{64}\.chunk$/, 'digest.chunk'),
      ),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

try {
  writeRound(folder, 0, options.seed);
  const usual = await measureBuild();
  await build();
  const clean = kindsOfFiles();
  say(
    `a build takes ${Math.round(usual.untilLock)} ms to the lock, ${Math.round(usual.afterLock)} ms from there, ${Math.round(usual.afterStaging)} ms of them to publish`,
  );
  const standing = await serveArchive(folder, out, NO_LEDGER);
  let current = 0;
  for (let round = 1; seen.killed < kills && round <= kills * 3; round++) {
    writeRound(folder, round, options.seed);
    const isKilled = await buildAndKill(usual);
    const found = await servedRound(round, current);
    if (isKilled) {
      seen.killed += 1;
      if (found === current) seen.keptBefore += 1;
      else seen.tookNew += 1;
      await askServers(standing, round, found);
    }
    current = found;
    // Now and then a killed build is followed by another that is killed.
    if (random.chance(0.3)) continue;
    const { code, stderr } = await build();
    if (code !== 0) blame('failed next builds', `round ${round}: ${stderr}`);
    current = await servedRound(round, current);
    if (current !== round) blame('failed next builds', `round ${round} was not published`);
    const left = [...kindsOfFiles()].filter((kind) => !clean.has(kind));
    if (left.length > 0) blame('leftovers', `round ${round}: ${left.join(', ')}`);
    const generations = new Set(listFiles(join(out, 'generations')).map((path) => path.split('/')[0]));
    if (generations.size > 3) blame('leftovers', `round ${round}: ${generations.size} generations`);
  }
  await standing.stop();
} finally {
  workplace.remove();
}

report(
  [
    atLeast('kill-build/kills', seen.killed, kills, 'builds killed with SIGKILL'),
    atLeast(
      'kill-build/kills while publishing',
      seen.duringPublish,
      options.small ? 0 : 5,
      'kills with a staging folder on disk',
    ),
    exactly('kill-build/half pairs', wrong['half pairs'], 0, 'times'),
    exactly('kill-build/unservable generations', wrong['unservable generations'], 0, 'times'),
    exactly('kill-build/failed next builds', wrong['failed next builds'], 0, 'times'),
    exactly('kill-build/leftovers', wrong.leftovers, 0, 'times'),
    atLeast('kill-build/previous generation kept', seen.keptBefore, 1, 'times'),
    atLeast('kill-build/fresh servers asked', seen.freshServers, options.small ? 1 : kills, 'servers'),
  ],
  options,
);
say(`the killed build had published already ${seen.tookNew} times`);
