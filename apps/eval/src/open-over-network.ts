/**
 * An archive behind an address, opened for an evaluation.
 *
 * A server with limits and a ledger answers less and less: what it says of its limits is watched, and the report then names
 * the queries that may have been touched.
 */
import { ArchiveClientError, createArchiveClient } from '@archive/client';
import type { EvalReport } from '@archive/evaluation';
import { EvaluationUsageError } from './evaluation-error.ts';
import type { OpenedArchive } from './run-evaluation.ts';

/** How it is opened. */
export interface NetworkOptions {
  fetch?: typeof globalThis.fetch;
  /** Told when the very first request is answered by no archive: there is nothing to evaluate. */
  onAbsent?: (error: ArchiveClientError) => void;
}

/** Opens an archive by its address. @throws {EvaluationUsageError} for what is no address */
export function openOverNetwork(
  baseUrl: string,
  { fetch = globalThis.fetch, onAbsent }: NetworkOptions = {},
): OpenedArchive {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new EvaluationUsageError({
      message: 'an address that was given is not an http or https address',
      help: 'give the address of the page, such as https://archive.example',
    });
  let isLimited = false;
  let isThere = false;
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
      search: async (request, options) => {
        try {
          const response = await client.search(request, options);
          isThere = true;
          return response;
        } catch (error) {
          if (!(error instanceof ArchiveClientError)) throw error;
          // What an archive refuses, it says in words of its own.
          if (error.wireCode !== undefined) isThere = true;
          else if (!isThere) onAbsent?.(error);
          throw error;
        }
      },
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
