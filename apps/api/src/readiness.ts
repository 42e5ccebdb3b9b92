/**
 * Whether this server can answer a question now: an index is served, the embedder answers, and what else must work does.
 *
 * For a balancer that asks often: the embedder is tried once a minute while it works, and the answer holds for all.
 */
import type { Embedder } from '@archive/embed';
import { z } from 'zod';

/** What was found; every part by name. */
export interface Readiness {
  status: 'ready' | 'not-ready';
  checks: Record<string, boolean>;
}

/** Checks a {@link Readiness}; unknown keys are refused. */
export const readinessSchema = z.strictObject({
  status: z.enum(['ready', 'not-ready']),
  checks: z.record(z.string(), z.boolean()),
}) satisfies z.ZodType<Readiness>;

/** A part that must work; a check that throws has failed. */
export type Check = () => boolean | Promise<boolean>;

/** Asks at most once a second, whoever wants to know how often. */
export function askedSparingly(
  ask: () => Promise<Readiness>,
  now: () => number = () => performance.now(),
): () => Promise<Readiness> {
  let last: { until: number; found: Promise<Readiness> } | undefined;
  return () => {
    if (last === undefined || now() >= last.until) last = { until: now() + SPARE_MS, found: ask() };
    return last.found;
  };
}

/** Runs the checks side by side, each for so long at most. */
export async function readiness(checks: Readonly<Record<string, Check>>): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const),
  );
  return {
    status: results.every(([, isWell]) => isWell) ? 'ready' : 'not-ready',
    checks: Object.fromEntries(results),
  };
}

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch {
    return false; // What went wrong is in the log of whoever owns the part.
  } finally {
    clearTimeout(timer);
  }
}

/** Tries an embedder with one word, and remembers what came of it. */
export function embedderCheck(
  now: () => number = () => performance.now(),
): (embedder: Embedder) => Promise<boolean> {
  const tried = new WeakMap<Embedder, { until: number; result: Promise<boolean> }>();
  return (embedder) => {
    const last = tried.get(embedder);
    if (last !== undefined && now() < last.until) return last.result;
    const entry = { until: now() + WORKS_MS, result: Promise.resolve(false) };
    entry.result = answers(embedder).then((isWell) => {
      if (!isWell) entry.until = now() + FAILS_MS;
      return isWell;
    });
    tried.set(embedder, entry);
    return entry.result;
  };
}

async function answers(embedder: Embedder): Promise<boolean> {
  try {
    const [vector] = await embedder.embed(['ready'], {
      purpose: 'query',
      signal: AbortSignal.timeout(CHECK_MS),
    });
    return vector?.length === embedder.dimensions;
  } catch {
    return false; // A search says the same, with its reason in the log.
  }
}

const SPARE_MS = 1000;
const CHECK_MS = 2000;
const WORKS_MS = 60_000;
const FAILS_MS = 5000;
