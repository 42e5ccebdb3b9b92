/**
 * Sends one request, again if need be, and reads what comes back as JSON.
 *
 * Every request of this client only asks, POST included, so it may be sent again. It is, after a status that means "not
 * now" (429, 502, 503, 504) and after a broken connection, as often as the settings say and while time is left; when a
 * server asks for more patience than that, the call fails at once instead of waiting for nothing. A redirect is not
 * followed: a question goes to the address its author named, and to no other.
 */
import { ArchiveClientError } from './archive-client-error.ts';
import { type CallClock, startClock } from './call-clock.ts';
import type { ClientSettings } from './client-options.ts';
import { dropBody, readJson } from './read-body.ts';
import { readProblem } from './read-problem.ts';
import { waitMs } from './retry-after.ts';

/** What is asked of the server. */
export interface Outgoing {
  /** Relative to the base address, without a slash in front. */
  path: string;
  query?: URLSearchParams;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: unknown;
  /** The longest the call may take, in milliseconds; default that of the settings. */
  timeoutMs?: number;
}

/**
 * Sends a request until it is answered.
 *
 * @throws {ArchiveClientError} when it fails for good
 * @throws the reason of `signal` when that is aborted
 */
export async function sendRequest(
  outgoing: Outgoing,
  settings: ClientSettings,
  signal?: AbortSignal,
): Promise<unknown> {
  const clock = startClock(outgoing.timeoutMs ?? settings.timeoutMs, signal);
  try {
    return await untilAnswered(outgoing, settings, {
      clock,
      accept: 'application/json',
      read: (response) => readJson(response, settings.maxResponseBytes, clock),
    });
  } finally {
    clock.stop();
  }
}

/** What one way of asking takes for an answer. */
interface Exchange<T> {
  clock: CallClock;
  accept: string;
  /** Reads a response that is a success. */
  read: (response: Response) => Promise<T>;
}

/**
 * Sends a request that is answered by events, until their first byte; from then on nothing is sent again.
 *
 * Time goes on while they are read, and is let go of when the reading ends, however it does.
 *
 * @throws as {@link sendRequest}
 */
export async function* sendForEvents<T>(
  outgoing: Outgoing,
  settings: ClientSettings,
  {
    signal,
    accepts,
    read,
  }: {
    signal: AbortSignal | undefined;
    accepts: (response: Response) => Promise<Response>;
    read: (response: Response, clock: CallClock) => AsyncGenerator<T, undefined, undefined>;
  },
): AsyncGenerator<T, undefined, undefined> {
  const clock = startClock(outgoing.timeoutMs ?? settings.timeoutMs, signal);
  try {
    const response = await untilAnswered(outgoing, settings, {
      clock,
      accept: 'text/event-stream',
      read: accepts,
    });
    yield* read(response, clock);
  } catch (error) {
    const ended = clock.ended();
    if (ended !== undefined) throw ended.reason;
    throw error instanceof ArchiveClientError ? error : unreachable(error);
  } finally {
    clock.stop();
  }
}

async function untilAnswered<T>(
  outgoing: Outgoing,
  settings: ClientSettings,
  exchange: Exchange<T>,
): Promise<T> {
  const { clock } = exchange;
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(outgoing, settings, exchange);
    if ('value' in outcome) return outcome.value;
    const { error, isForNow } = outcome;
    const wait = waitMs(attempt, error.retryAfterSeconds, Math.random());
    if (!isForNow || attempt > settings.retries || wait >= clock.left()) throw error;
    await clock.pause(wait);
  }
}

type Outcome<T> = { value: T } | { error: ArchiveClientError; isForNow: boolean };

async function tryOnce<T>(
  outgoing: Outgoing,
  settings: ClientSettings,
  { clock, accept, read }: Exchange<T>,
): Promise<Outcome<T>> {
  try {
    const response = await clock.until(
      settings.fetch(addressOf(outgoing, settings), initOf(outgoing, settings, { clock, accept })),
    );
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      dropBody(response);
      return { error: redirected(response.status), isForNow: false };
    }
    if (!response.ok) {
      return { error: await readProblem(response, clock), isForNow: FOR_NOW.has(response.status) };
    }
    return { value: await read(response) };
  } catch (error) {
    const ended = clock.ended();
    if (ended !== undefined) throw ended.reason;
    if (error instanceof ArchiveClientError) return { error, isForNow: false };
    return { error: unreachable(error), isForNow: true };
  }
}

function addressOf({ path, query }: Outgoing, { base }: ClientSettings): string {
  const address = new URL(path, base);
  if (query !== undefined) address.search = query.toString();
  return address.href;
}

function initOf(
  { body }: Outgoing,
  { headers }: ClientSettings,
  { clock: { signal }, accept }: Pick<Exchange<unknown>, 'clock' | 'accept'>,
): RequestInit {
  const common = { accept, ...headers };
  if (body === undefined) return { method: 'GET', headers: common, redirect: 'manual', signal };
  return {
    method: 'POST',
    headers: { ...common, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  };
}

function unreachable(cause: unknown): ArchiveClientError {
  return new ArchiveClientError('unreachable', {
    message: 'the archive gave no answer, or the connection broke',
    help: 'check the address and the network; in a browser also that the archive allows this origin',
    cause,
  });
}

function redirected(status: number): ArchiveClientError {
  return new ArchiveClientError('redirected', {
    message: 'the address answers with a redirect, which is not followed',
    help: 'use the address it redirects to as baseUrl, if that is the archive you mean',
    ...(status === 0 ? {} : { status }),
  });
}

const FOR_NOW: ReadonlySet<number> = new Set([429, 502, 503, 504]);
