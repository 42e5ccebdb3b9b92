/**
 * The settings of a client, checked once when it is made: a setting that cannot work is refused before any call.
 */

/** Settings of `createArchiveClient`. */
export interface ArchiveClientOptions {
  /** Address of the archive, `https://archive.example.org` or with a path in front of `/v1`. No query, no credentials. */
  baseUrl: string | URL;
  /** What sends requests; default the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** The longest a call may take, in milliseconds, all attempts and waits included; default 30,000. */
  timeoutMs?: number;
  /** The longest an answer or its verification may take, in milliseconds; a model may write it. Default 90,000, or
   * `timeoutMs` when that is longer. */
  answerTimeoutMs?: number;
  /** How often to send a request again after a refusal for now or a broken connection: 0 to 10, default 2. */
  retries?: number;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /**
   * How a question is sent. Default `POST`: in a body, so that it stands in no URL, log or history. `GET` lets caches
   * between keep answers that are public.
   */
  questions?: 'POST' | 'GET';
  /** The largest answer that is read, in bytes; default 16 MiB. */
  maxResponseBytes?: number;
}

/** Settings with nothing left open. */
export interface ClientSettings {
  /** Ends with a slash. */
  base: URL;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  answerTimeoutMs: number;
  retries: number;
  headers: Readonly<Record<string, string>>;
  questions: 'POST' | 'GET';
  maxResponseBytes: number;
}

/** Fills in the defaults. @throws {TypeError} naming the setting that cannot work */
export function clientSettings(options: ArchiveClientOptions): ClientSettings {
  const {
    baseUrl,
    fetch = globalThis.fetch,
    timeoutMs = 30_000,
    answerTimeoutMs = Math.max(timeoutMs, ANSWER_TIMEOUT_MS),
    retries = 2,
    headers = {},
    questions = 'POST',
    maxResponseBytes = 16 * 1024 * 1024,
  } = options;
  if (typeof fetch !== 'function') throw new TypeError('fetch is not a function, and this platform has none');
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS)) throw new TypeError('timeoutMs is not above 0');
  if (!(answerTimeoutMs > 0 && answerTimeoutMs <= LONGEST_TIMER_MS))
    throw new TypeError('answerTimeoutMs is not above 0');
  if (!Number.isInteger(retries) || retries < 0 || retries > 10)
    throw new TypeError('retries is not a whole number from 0 to 10');
  if (!(maxResponseBytes > 0)) throw new TypeError('maxResponseBytes is not above 0');
  return {
    base: baseAddress(baseUrl),
    // A platform's fetch must be called on its own global.
    fetch: (input, init) => fetch(input, init),
    timeoutMs,
    answerTimeoutMs,
    retries,
    headers: { ...headers },
    questions,
    maxResponseBytes,
  };
}

function baseAddress(baseUrl: string | URL): URL {
  let base: URL;
  try {
    base = new URL(baseUrl);
  } catch {
    throw new TypeError('baseUrl is not an absolute address');
  }
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new TypeError('baseUrl is not http or https');
  if (base.username !== '' || base.password !== '')
    throw new TypeError('baseUrl holds credentials; use headers');
  if (base.search !== '' || base.hash !== '') throw new TypeError('baseUrl holds a query or a fragment');
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/** What a server gives a model, and the search before it, with some room. */
const ANSWER_TIMEOUT_MS = 90_000;

/** Timers overflow beyond this and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
