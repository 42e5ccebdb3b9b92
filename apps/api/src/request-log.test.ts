import { describe, expect, it } from 'vitest';
import { terminalLine } from './request-log.ts';

const now = new Date('2026-11-30T02:45:11.125Z');

describe('terminalLine', () => {
  it('says of a request its route and how it went, and nothing that was asked', () => {
    expect(
      terminalLine(
        {
          event: 'request',
          requestId: 'ef1d65bd',
          method: 'GET',
          route: '/v1/search',
          status: 200,
          durationMs: 12.3,
        },
        now,
      ),
    ).toBe('02:45:11  GET /v1/search  200  12.3 ms');
  });

  it.each([
    [
      { event: 'index-served', seq: 1, model: 'ngram/1', entityCount: 1, fragmentCount: 2 } as const,
      '02:45:11  serving generation 1: 1 work, 2 passages, ngram/1',
    ],
    [
      { event: 'index-served', model: 'ngram/1', entityCount: 3, fragmentCount: 1 } as const,
      '02:45:11  serving the index: 3 works, 1 passage, ngram/1',
    ],
    [
      { event: 'failure', requestId: 'ef1d65bd', route: '/', error: 'TypeError' } as const,
      '02:45:11  / failed inside: TypeError (request ef1d65bd)',
    ],
    [
      { event: 'model', requestId: 'ef1d65bd', failure: 'refused', status: 404 } as const,
      '02:45:11  the model gave no reply: refused, status 404 (request ef1d65bd)',
    ],
    [
      { event: 'model', requestId: 'ef1d65bd', failure: 'timed-out' } as const,
      '02:45:11  the model gave no reply: timed-out (request ef1d65bd)',
    ],
    [
      { event: 'index-refused', error: 'index-model' } as const,
      '02:45:11  the published index was refused: index-model; what was served before, if anything, goes on being served',
    ],
    [
      {
        event: 'index-refused',
        error: 'index-format',
        fault: 'served index `a.chunk`: section vectors is damaged',
      } as const,
      '02:45:11  the published index was refused: served index `a.chunk`: section vectors is damaged; what was served before, if anything, goes on being served',
    ],
    [{ event: 'search-threads', threads: 2 } as const, '02:45:11  2 threads for each search'],
    [
      { event: 'search-threads', threads: 1, error: 'ERR_WORKER_INIT_FAILED' } as const,
      '02:45:11  1 thread for each search: no other could be started (ERR_WORKER_INIT_FAILED)',
    ],
    [
      { event: 'ledger-alarm', alarm: 'work-total', kind: 'gist' } as const,
      '02:45:11  ledger: all callers together reached the budget of a private work (descriptions); see archive ledger',
    ],
    [
      { event: 'ledger-alarm', alarm: 'fragment-measured' } as const,
      '02:45:11  ledger: a private passage was returned for as many different questions as all callers may ask of it',
    ],
    [
      { event: 'ledger-alarm', alarm: 'unavailable', error: 'ENOSPC' } as const,
      '02:45:11  ledger: it cannot be kept (ENOSPC); nothing private is released until it can',
    ],
  ])('puts %j into words', (entry, line) => {
    expect(terminalLine(entry, now)).toBe(line);
  });
});
