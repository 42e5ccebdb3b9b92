/**
 * A ledger in a Redis that several instances share: a charge is one script, so that no two instances give out the same
 * last place.
 *
 * Redis answers a charge as durably as it is configured to: run it with `appendonly yes`, `appendfsync always` and
 * `maxmemory-policy noeviction`. Keys expire by themselves when their window is over. A view is read once for each answer
 * and is not live; `charge` decides.
 */
import { randomBytes } from 'node:crypto';
import { connectRedis, type RedisConnection, withinMs } from '../redis-connection.ts';
import { MOST_ROWS, WINDOW_MS } from './budgets.ts';
import { LedgerClock, machineClock } from './ledger-clock.ts';
import { LedgerState } from './ledger-state.ts';
import { type ChargeOutcome, EVERYBODY, type LedgerKind, type LedgerStore } from './ledger-store.ts';
import { SECRET_BYTES } from './memory-store.ts';
import { CHARGE_SCRIPT, TOTALS_SCRIPT, VIEW_SCRIPT } from './redis-scripts.ts';

/** Settings of {@link openRedisLedgerStore}. */
export interface RedisLedgerSettings {
  /** `redis://` or `rediss://` address. */
  readonly url: string;
  /** Put before every key; default `archive`, since an archive has a database of its own. */
  readonly prefix?: string;
  /** How long an answer waits for Redis, in milliseconds; default 500. */
  readonly timeoutMs?: number;
  readonly windowMs?: number;
  /** Is told of trouble with the connection. */
  readonly onError?: (error: unknown) => void;
}

/** Connects; resolves whether or not Redis answers. */
export async function openRedisLedgerStore({
  url,
  prefix = 'archive',
  timeoutMs = 500,
  windowMs = WINDOW_MS,
  onError = () => undefined,
}: RedisLedgerSettings): Promise<LedgerStore> {
  const client = await connectRedis({ url, connectTimeoutMs: timeoutMs * 4, onError });
  // One hash tag: the keys of a ledger belong together in a cluster as well.
  const keys = `{${prefix}:ledger}`;
  const bounds = { windowMs, mostRows: MOST_ROWS };
  const evaluate = (script: string, input: object): Promise<unknown> =>
    withinMs(
      timeoutMs,
      client.eval(script, {
        keys: [keys],
        arguments: [JSON.stringify({ ...input, window: windowMs, ttl: windowMs + SLACK_MS })],
      }),
    );
  const momentOf = redisMoment(client, `${keys}:m`);
  return {
    moment: (at) => withinMs(timeoutMs, momentOf(at)),
    secret: (name, until) => withinMs(timeoutMs, makeSecret(client, `${keys}:k:${name}`, until)),
    existingSecret: (name) => withinMs(timeoutMs, readSecret(client, `${keys}:k:${name}`)),
    view: async (owners, at) =>
      readView((await evaluate(VIEW_SCRIPT, { owners, at })) as ViewReply, at, bounds),
    charge: async ({ callers, charges, at }) => {
      const owners = callers.filter((caller) => caller !== undefined);
      const reply = (await evaluate(CHARGE_SCRIPT, { owners, charges, at })) as [number[], number[]];
      const [refused = [], reached = []] = reply;
      return { refused, reached } satisfies ChargeOutcome;
    },
    totals: async (at) =>
      ((await evaluate(TOTALS_SCRIPT, { at })) as [string, number, number][]).map(
        ([set, members, callers]) => ({ ...readSetName(set), members, callers }),
      ),
    check: async () => {
      // A Redis that is full or reads only refuses it.
      await withinMs(
        timeoutMs,
        client.set(`${keys}:w`, '1', { expiration: { type: 'PX', value: SLACK_MS } }),
      );
    },
    close: () => {
      client.destroy();
      return Promise.resolve();
    },
  };
}

/**
 * The moment that holds for all instances: begun by the clock of Redis, gone on with by how long this machine has run, and
 * never before one that another instance charged at.
 */
function redisMoment(client: RedisConnection, key: string): (at?: number) => Promise<number> {
  let clock: LedgerClock | undefined;
  let latest = 0;
  return async (at) => {
    const kept = Number((await client.get(key)) ?? 0);
    if (at !== undefined) return (latest = Math.max(latest, kept, at));
    if (clock === undefined) {
      const [seconds, micros] = (await client.sendCommand(['TIME'])) as unknown as [string, string];
      clock ??= new LedgerClock(machineClock(), Number(seconds) * 1000 + Math.floor(Number(micros) / 1000));
    }
    return clock.atLeast(kept);
  };
}

/** For each set: owner, name, and its members with their times; of questions of everybody only how many. */
type ViewReply = [owner: string, set: string, members: string[] | number][];

function readView(
  reply: ViewReply,
  at: number,
  bounds: { windowMs: number; mostRows: number },
): Awaited<ReturnType<LedgerStore['view']>> {
  const state = new LedgerState({ ...bounds, mostRows: Number.MAX_SAFE_INTEGER });
  const questions = new Map<string, number>();
  state.setTime(at);
  for (const [owner, set, members] of reply) {
    const { kind, subject } = readSetName(set);
    if (typeof members === 'number') {
      questions.set(subject, members);
      continue;
    }
    for (let place = 0; place < members.length; place += 2)
      state.add({ owner, kind, subject, member: members[place] ?? '', at: Number(members[place + 1]) });
  }
  const view = state.view();
  return {
    has: view.has,
    subjectsWith: view.subjectsWith,
    isFull: false,
    count: (owners, kind, subject) =>
      kind === 'question' && owners.includes(EVERYBODY)
        ? (questions.get(subject) ?? 0)
        : view.count(owners, kind, subject),
  };
}

function readSetName(set: string): { kind: LedgerKind; subject: string } {
  const slash = set.indexOf('/');
  return { kind: set.slice(0, slash) as LedgerKind, subject: set.slice(slash + 1) };
}

async function readSecret(client: RedisConnection, key: string): Promise<Uint8Array | undefined> {
  const value = await client.get(key);
  return value === null ? undefined : Buffer.from(value, 'base64');
}

async function makeSecret(
  client: RedisConnection,
  key: string,
  until: number | undefined,
): Promise<Uint8Array> {
  const known = await readSecret(client, key);
  if (known !== undefined) return known;
  await client.set(key, randomBytes(SECRET_BYTES).toString('base64'), {
    condition: 'NX',
    ...(until === undefined ? {} : { expiration: { type: 'PXAT', value: until } }),
  });
  const made = await readSecret(client, key);
  if (made === undefined) throw new TypeError('Redis kept no secret');
  return made;
}

const SLACK_MS = 60_000;
