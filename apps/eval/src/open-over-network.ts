/**
 * An archive behind an address, opened for an evaluation.
 *
 * A server with limits and a ledger answers less and less: what it says of its limits is watched, and the report then names
 * the queries that may have been touched.
 */
import { createArchiveClient } from '@archive/client';
import type { EvalReport } from '@archive/evaluation';
import type { OpenedArchive } from './run-evaluation.ts';

/** Opens an archive by its address. */
export function openOverNetwork(
  baseUrl: string,
  { fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {},
): OpenedArchive {
  let isLimited = false;
  const client = createArchiveClient({
    baseUrl,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.headers.has('ratelimit') || response.headers.has('ratelimit-policy')) isLimited = true;
      return response;
    },
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  return {
    ports: {
      search: client.search,
      ask: client.ask,
      now: () => performance.now(),
    },
    notes: (report) => [
      'over a network: canaries are looked for in what the queries found, not in everything that could be released',
      ...(isLimited ? limitNotes(report) : []),
    ],
  };
}

/** Numbers alone, so that they can be printed anywhere. */
function limitNotes({ results }: EvalReport): string[] {
  const touched = results.filter(
    ({ hits, ranks }) => hits.some(({ exposure }) => exposure !== 'text') || ranks.includes(null),
  );
  const which = touched.map(({ number }) => number).join(', ');
  return [
    `the server keeps limits and a ledger, so descriptions and places may be missing; start it with --no-limits${
      touched.length === 0 ? '' : `. Queries that may be touched: ${which}`
    }`,
  ];
}

const ANSWER_TIMEOUT_MS = 180_000;
