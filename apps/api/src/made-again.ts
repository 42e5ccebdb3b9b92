/**
 * Makes an answer again when something was taken down while it was made: the last look before it is sent.
 *
 * A request sees one index from beginning to end. If the list of what is taken down grew meanwhile, that index may hold
 * what must not leave any more, so the whole request is answered anew from what is served now.
 */
import type { Context } from 'hono';

/** How often an answer is made before the caller is told to come back. */
const ATTEMPTS_MAX = 3;

/**
 * Runs the rest of a request and checks the epoch when its answer is ready.
 *
 * @param again  answers the request from the beginning, counting nothing a second time; the last time it only says that
 *   nothing can be said now
 */
export async function madeAgainIfTakenDown(
  c: Context,
  next: () => Promise<void>,
  { epoch, again }: { epoch: () => number; again: (request: Request, isLast: boolean) => Promise<Response> },
): Promise<void> {
  // A body can be read once; it is small, and the copy is made only where there is one.
  const copy = c.req.method === 'POST' ? c.req.raw.clone() : undefined;
  let before = epoch();
  await next();
  for (let attempt = 1; before !== epoch() && attempt <= ATTEMPTS_MAX; attempt += 1) {
    before = epoch();
    const limits = LIMIT_HEADERS.map((name) => [name, c.res.headers.get(name)] as const);
    const request = copy === undefined ? withoutBody(c.req.raw) : copy.clone();
    const fresh = await again(request, attempt === ATTEMPTS_MAX);
    // What the first answer set must not show on the second.
    c.res = undefined;
    c.res = fresh;
    for (const [name, value] of limits) if (value !== null) c.res.headers.set(name, value);
  }
}

/** Counted once, for the first answer. */
const LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit'];

function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}
