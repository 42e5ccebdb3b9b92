/**
 * Threads that share the scan of a large index, for whatever index is in service.
 *
 * Each generation gets its own, and those of the one before end; a search that still holds that one goes on alone. Results
 * are the same with and without. A small index is scanned sooner than another thread is woken, so it gets none.
 */
import type { ServedIndex } from '@archive/index/served';
import { openScanThreads, type ScanThreads } from '@archive/retrieve/workers';
import { errorName, type Log } from './request-log.ts';

/** Fragments with an exact row from which threads are worth it. */
const SEARCH_THREADS_FROM = 50_000;

/** Keeps the threads of the index in service. */
export interface SearchThreads {
  /** Starts threads for an index that goes into service, and ends those of the one before. */
  serve(index: ServedIndex): Promise<void>;
  /** Ends the threads that run. */
  close(): Promise<void>;
}

/**
 * Makes the keeper; starts nothing yet.
 *
 * @param options.threads  how many are to scan, the server's own among them; 1 starts none
 * @param options.from     fewest fragments with an exact row of an index that gets them; default 50,000
 */
export function searchThreads({
  threads,
  from = SEARCH_THREADS_FROM,
  log,
}: {
  readonly threads: number;
  readonly from?: number | undefined;
  readonly log: Log;
}): SearchThreads {
  let running: ScanThreads | undefined;
  const end = async (): Promise<void> => {
    const ended = running;
    running = undefined;
    await ended?.close();
  };
  return {
    serve: async (index) => {
      await end();
      if (threads < 2 || (index.byteCodes?.scale.length ?? 0) < from) return;
      try {
        running = await openScanThreads(index, { threads });
        log({ event: 'search-threads', threads: running.threads });
      } catch (error) {
        // One thread finds the same, later.
        log({ event: 'search-threads', threads: 1, error: errorName(error) });
      }
    },
    close: end,
  };
}
