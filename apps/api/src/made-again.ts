/**
 * Answers a request over HTTP again when something was taken down meanwhile: what `upToDate` means for a response.
 */
import type { Context } from 'hono';
import { upToDate } from './up-to-date.ts';

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
  const anew = async (isLast: boolean): Promise<void> => {
    const limits = LIMIT_HEADERS.map((name) => [name, c.res.headers.get(name)] as const);
    const request = copy === undefined ? withoutBody(c.req.raw) : copy.clone();
    const fresh = await again(request, isLast);
    // Nobody will read what the first answer goes on to say, if it is still saying it.
    await c.res.body?.cancel();
    // What the first answer set must not show on the second.
    c.res = undefined;
    c.res = fresh;
    for (const [name, value] of limits) if (value !== null) c.res.headers.set(name, value);
  };
  await upToDate(
    epoch,
    (attempt) => (attempt === 0 ? next() : anew(false)),
    () => anew(true),
  );
}

/** Counted once, for the first answer. */
const LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit'];

function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}
