/**
 * How a browser comes to be the author's: a token from the terminal, used once, for a cookie and a second secret.
 *
 * The token travels in the fragment of an address, which no server sees, and dies with its first use or with time. The
 * cookie cannot be read by scripts, but it is sent to every port of this machine; so every request for data also needs
 * the second secret, which only the page that made the exchange holds. Secrets are kept as digests.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a browser gets for a token. */
export interface OpenedSession {
  /** The value of the cookie. */
  cookie: string;
  /** What the page sends as `x-archive-desk`. */
  csrf: string;
}

/** The time limits of {@link DeskSessions}, in milliseconds. */
export interface SessionLimits {
  /** How long a token waits to be used. */
  tokenMs: number;
  /** How long a session lasts without a request. */
  idleMs: number;
}

/** Ten minutes for a token, twelve hours for a desk left open. */
const SESSION_LIMITS: SessionLimits = { tokenMs: 10 * 60_000, idleMs: 12 * 60 * 60_000 };

interface Session {
  cookie: Buffer;
  csrf: Buffer;
  usedAt: number;
}

/** Tokens that wait and sessions that are open. */
export class DeskSessions {
  readonly #now: () => number;
  readonly #limits: SessionLimits;
  #tokens: { digest: Buffer; madeAt: number }[] = [];
  #sessions: Session[] = [];

  /** @param now  milliseconds, never falling */
  constructor(now: () => number, limits: SessionLimits = SESSION_LIMITS) {
    this.#now = now;
    this.#limits = limits;
  }

  /** Makes a token; an earlier one that nobody used is dead from then on. */
  newToken(): string {
    const token = secret();
    this.#tokens = [{ digest: digest(token), madeAt: this.#now() }];
    return token;
  }

  /** Takes a token for a session; undefined when it is unknown, used or too old. */
  open(token: string): OpenedSession | undefined {
    const found = this.#tokens.find((candidate) => timingSafeEqual(candidate.digest, digest(token)));
    if (found === undefined) return undefined;
    this.#tokens = this.#tokens.filter((candidate) => candidate !== found);
    if (this.#now() - found.madeAt > this.#limits.tokenMs) return undefined;
    const opened = { cookie: secret(), csrf: secret() };
    this.#sessions.push({ cookie: digest(opened.cookie), csrf: digest(opened.csrf), usedAt: this.#now() });
    this.#sessions = this.#sessions.slice(-MAX_SESSIONS);
    return opened;
  }

  /** Whether cookie and second secret are those of one open session; keeps it open. */
  isOpen(cookie: string | undefined, csrf: string | undefined): boolean {
    const now = this.#now();
    this.#sessions = this.#sessions.filter(({ usedAt }) => now - usedAt <= this.#limits.idleMs);
    if (cookie === undefined || csrf === undefined) return false;
    const given = { cookie: digest(cookie), csrf: digest(csrf) };
    const found = this.#sessions.find(
      (session) => timingSafeEqual(session.cookie, given.cookie) && timingSafeEqual(session.csrf, given.csrf),
    );
    if (found === undefined) return false;
    found.usedAt = now;
    return true;
  }
}

/** Browsers that may be open side by side; the oldest has to make room. */
const MAX_SESSIONS = 8;

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
