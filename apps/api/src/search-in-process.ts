/**
 * The search of a server without a server: for the author's own probe of what its limits leave.
 *
 * Questions go the way they go over HTTP: the daily allowance, the embedder, the one search, the ledger. The rate of
 * requests in a minute is left out, because a day of it is more than the allowance of the same day.
 */
import type { Search } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import type { SearchProfile } from '@archive/retrieve';
import { EMBED_TIMEOUT_MS } from './app-options.ts';
import { createLedger, type GlobalRule } from './ledger/disclosure-ledger.ts';
import { createMemoryLedgerStore } from './ledger/memory-store.ts';
import { createLimits } from './limits/limits.ts';
import { createQuestionEmbedder } from './question-embedder.ts';
import type { ReleaseContext } from './release-context.ts';
import { searchArchive } from './search-archive.ts';

/** Settings of {@link searchInProcess}. */
export interface InProcessOptions {
  index: ServedIndex;
  embedder: Embedder;
  /** The clock of the account; it need not move. */
  now: () => Date;
  /** Default `hybrid`, as a server asks. */
  profile?: SearchProfile;
  /** Limits and ledger of a server; absent means neither. */
  limits?: { embeddingsPerDay?: number; global?: GlobalRule };
}

/**
 * Opens the search with untouched budgets.
 *
 * @returns the search of each caller, all on the same account
 */
export function searchInProcess({
  index,
  embedder,
  now,
  limits,
  profile = 'hybrid',
}: InProcessOptions): (caller: string) => Search {
  const ledger =
    limits === undefined
      ? undefined
      : createLedger({
          store: createMemoryLedgerStore(),
          now,
          ...(limits.global === undefined ? {} : { global: limits.global }),
        });
  const questions =
    limits === undefined
      ? undefined
      : createQuestionEmbedder({
          timeoutMs: EMBED_TIMEOUT_MS,
          limits: createLimits(
            limits.embeddingsPerDay === undefined ? {} : { embeddingsPerDay: limits.embeddingsPerDay },
          ),
        });
  return (caller) => {
    const context: ReleaseContext = ledger === undefined ? { caller } : { caller, ledger };
    return async (request, options) => {
      const { response } = await searchArchive(
        request,
        {
          index,
          embedder,
          now: now(),
          embedTimeoutMs: EMBED_TIMEOUT_MS,
          needsVector: true,
          profile,
          ...(options?.signal === undefined ? {} : { signal: options.signal }),
          ...(questions === undefined ? {} : { questions }),
        },
        context,
      );
      return response;
    };
  };
}
