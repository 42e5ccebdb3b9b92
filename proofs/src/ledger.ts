/**
 * Attacks the disclosure ledger of the real server: `pnpm prove ledger [--small] [--seed n] [--json] [--record]`.
 *
 * The server is killed with SIGKILL while callers are being answered, often right when its log grows, which is between
 * charge and send: whatever a client received must be in the log. One caller asks many things at once; a thousand callers
 * try to carry a work away; the log can grow no further, and its folder cannot be made. It does not show what a loss of
 * power does: charges are flushed, but only a process is killed here.
 */
import { watch } from 'node:fs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@archive/process';
import {
  BOOKS,
  BUDGET,
  BUDGET_OF_ALL,
  buildLedgerArchive,
  type LedgerArchive,
  readPlaces,
  type SeenPlace,
} from './lib/ledger-archive.ts';
import { addressOf, askServer, startLedgerServer } from './lib/ledger-server.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';

const options = readTaskOptions('ledger', 20_261_130);
const random = createRandom(options.seed);
const workplace = temporaryFolder('ledger');
const size = options.small
  ? { kills: 4, callers: 120, atOnce: 60 }
  : { kills: 60, callers: 1000, atOnce: 400 };

/** Passages by name: a caller may get each place once. */
const nameOf = ({ entity, locator }: SeenPlace): string =>
  `${entity.id} ${locator.map(({ scheme, value }) => `${scheme} ${value}`).join(' ')}`;
const ofBook = (names: Iterable<string>, book: string): number =>
  [...names].filter((name) => name.startsWith(`${book} `)).length;

/** Kills the server again and again while a few callers are answered. */
async function killRounds(archive: LedgerArchive) {
  const seen = { kills: 0, answers: 0, cutShort: 0, missing: 0, received: 0, refusedStarts: 0 };
  const received = new Map<string, SeenPlace>();
  const log = join(archive.out, 'ledger');
  for (let round = 0; seen.kills < size.kills; round++) {
    const server = await startLedgerServer(archive).catch((error: Error) => {
      say(`round ${round}: ${error.message}`);
      seen.refusedStarts += 1;
      return undefined;
    });
    if (server === undefined) break;
    let isOver = false;
    const client = async (number: number): Promise<void> => {
      while (!isOver) {
        // New callers all the time, so that there is always something to charge.
        const caller = addressOf(round * 100_000 + number * 1000 + random.between(0, 999));
        const answer = await askServer(server.url, caller, random.pick(archive.questions));
        if (answer === undefined) {
          if (!isOver) seen.cutShort += 1;
          return;
        }
        seen.answers += 1;
        for (const place of answer.places) received.set(nameOf(place), place);
      }
    };
    const clients = Array.from({ length: 8 }, (_, number) => client(number));
    await new Promise<void>((resolve) => {
      let left = random.between(1, 25);
      if (round % 4 === 3) {
        setTimeout(resolve, random.between(100, 900));
        return;
      }
      const watcher = watch(log, () => {
        if (--left > 0) return;
        watcher.close();
        resolve();
      });
    });
    await server.end('SIGKILL');
    isOver = true;
    await Promise.all(clients);
    seen.kills += 1;
    const { owners, keyOf } = readPlaces(archive.out);
    const charged = new Set([...owners.values()].flatMap((places) => [...places]));
    const lost = [...received.values()].filter((place) => !charged.has(keyOf(place)));
    if (lost.length > 0) say(`round ${round}: ${lost.length} places were received and are not in the log`);
    seen.missing += lost.length;
  }
  seen.received = received.size;
  return seen;
}

/** One caller, many questions at the same moment. */
async function atOnce(archive: LedgerArchive) {
  const server = await startLedgerServer(archive);
  const questions = random.sample(archive.questions, size.atOnce);
  const answers = await Promise.all(questions.map((question) => askServer(server.url, '10.9.9.9', question)));
  const names = new Set(answers.flatMap((answer) => answer?.places.map(nameOf) ?? []));
  await server.end('SIGTERM');
  const most = Math.max(...BOOKS.map((book) => ofBook(names, book)));
  return { most, failed: answers.filter((answer) => answer?.status !== 200).length };
}

/** A thousand callers against `enforce`, and what the next one gets. */
async function manyCallers(archive: LedgerArchive) {
  const server = await startLedgerServer(archive);
  const names = new Set<string>();
  let failed = 0;
  for (let first = 0; first < size.callers; first += 10) {
    await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        for (let time = 0; time < 2; time++) {
          const question = random.pick(archive.questions);
          const answer = await askServer(server.url, addressOf(first + at), question);
          if (answer?.status !== 200) failed += 1;
          for (const place of answer?.places ?? []) names.add(nameOf(place));
        }
      }),
    );
  }
  const last = new Set<string>();
  for (const question of random.sample(archive.questions, 60))
    for (const place of (await askServer(server.url, '10.200.0.1', question))?.places ?? [])
      last.add(nameOf(place));
  await server.end('SIGTERM');
  return {
    released: BOOKS.map((book) => ofBook(names, book)),
    last: Math.max(...BOOKS.map((book) => ofBook(last, book))),
    new: [...last].filter((name) => !names.has(name)).length,
    failed,
  };
}

/** A log that can grow no further: answers stay 200, and what was not written down does not leave. */
async function fullDisk(archive: LedgerArchive) {
  const server = await startLedgerServer(archive, 24);
  const received = new Map<string, SeenPlace>();
  let [failed, empty] = [0, 0];
  for (let caller = 0; caller < 30; caller++) {
    const answer = await askServer(server.url, addressOf(500_000 + caller), random.pick(archive.questions));
    if (answer?.status !== 200) failed += 1;
    else if (answer.places.length === 0) empty += 1;
    for (const place of answer?.places ?? []) received.set(nameOf(place), place);
  }
  await server.end('SIGTERM');
  const said = server.complaints().includes('"alarm":"unavailable"');
  const { owners, keyOf } = readPlaces(archive.out);
  const charged = new Set([...owners.values()].flatMap((places) => [...places]));
  const missing = [...received.values()].filter((place) => !charged.has(keyOf(place))).length;
  return { failed, empty, missing, said, received: received.size };
}

/** A folder that cannot be made: a file stands in its place. */
async function noFolder(archive: LedgerArchive) {
  writeFileSync(join(archive.out, 'ledger'), '');
  const server = await startLedgerServer(archive);
  let [failed, places] = [0, 0];
  for (let caller = 0; caller < 10; caller++) {
    const answer = await askServer(server.url, addressOf(caller), random.pick(archive.questions));
    if (answer?.status !== 200) failed += 1;
    places += answer?.places.length ?? 0;
  }
  await server.end('SIGTERM');
  return { failed, places };
}

try {
  const [roots, fresh] = [
    join(workplace.path, 'a'),
    (): void => rmSync(join(alarmed.out, 'ledger'), { recursive: true, force: true }),
  ];
  for (const name of ['a', 'b']) mkdirSync(join(workplace.path, name), { recursive: true });
  const alarmed = await buildLedgerArchive(roots, random, 'alarm');
  const enforced = await buildLedgerArchive(join(workplace.path, 'b'), random, 'enforce');
  const killed = await killRounds(alarmed);
  say(`${killed.kills} kills, ${killed.answers} answers, ${killed.received} different places received`);
  fresh();
  const together = await atOnce(alarmed);
  fresh();
  const full = await fullDisk(alarmed);
  fresh();
  const folderless = await noFolder(alarmed);
  const many = await manyCallers(enforced);
  report(
    [
      atLeast('ledger/kills', killed.kills, size.kills, 'servers killed with SIGKILL'),
      atLeast('ledger/answers received meanwhile', killed.answers, size.kills * 5, 'answers'),
      atLeast(
        'ledger/answers cut short by a kill',
        killed.cutShort,
        options.small ? 0 : size.kills,
        'requests',
      ),
      exactly('ledger/places received and not in the log', killed.missing, 0, 'places'),
      exactly('ledger/servers that did not start on what a kill left', killed.refusedStarts, 0, 'servers'),
      exactly('ledger/places of a work for one caller who asks all at once', together.most, BUDGET, 'places'),
      exactly('ledger/requests at once that failed', together.failed, 0, 'requests'),
      atLeast('ledger/callers', size.callers, options.small ? 100 : 1000, 'addresses'),
      exactly(
        'ledger/most places of a work for all of them, enforced',
        Math.max(...many.released),
        BUDGET_OF_ALL,
        'places',
      ),
      exactly('ledger/places the next caller gets that nobody had', many.new, 0, 'places'),
      exactly('ledger/places of a work the next caller gets', many.last, BUDGET, 'places'),
      exactly('ledger/requests of many callers that failed', many.failed, 0, 'requests'),
      atLeast('ledger/answers without a private hit once the log was full', full.empty, 1, 'answers'),
      atLeast('ledger/places received before the log was full', full.received, 1, 'places'),
      exactly('ledger/places received and not in the full log', full.missing, 0, 'places'),
      exactly('ledger/alarms of a full log', full.said ? 1 : 0, 1, 'alarm'),
      exactly('ledger/requests that failed for a full log', full.failed, 0, 'requests'),
      exactly('ledger/private hits without a ledger folder', folderless.places, 0, 'hits'),
      exactly('ledger/requests that failed without a ledger folder', folderless.failed, 0, 'requests'),
    ],
    options,
  );
} finally {
  workplace.remove();
}
