/**
 * Whether an attack saw anything: what comes back because it was sent does not count.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom, LeakLedger, RunSweep } from '@archive/evaluation';
import { afterEach, expect, it } from 'vitest';
import { attackCopy } from './attack-copy.ts';
import type { AuditPorts } from './audit-children.ts';
import { AUDIT_SIZES } from './audit-sizes.ts';

const CONTROL = { phrase: 'hiv jum', sentence: 'Everybody may read of the hiv jum here.' };
const ENDED = { code: 0, stdout: '', stderr: '' };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Serves an archive that answers every search like this. */
function serving(answer: (question: string) => unknown): AuditPorts {
  return {
    run: async () => ENDED,
    talk: async () => ENDED,
    serve: async () => {
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
        const body = pathname === '/v1/search' ? answer(searchParams.get('q') ?? '') : {};
        response.setHeader('content-type', 'application/json');
        request.resume().on('end', () => response.end(JSON.stringify(body)));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const stop = (): void => {
        server.close();
        server.closeAllConnections();
      };
      ends.push(stop);
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: async () => ENDED,
      };
    },
  };
}

async function controlsOf(ports: AuditPorts): Promise<number> {
  const { controls } = await attackCopy({
    ports,
    copy: { folder: '', out: '', config: {}, collections: [], files: 0, linksLeft: 0, tooLarge: 0 },
    own: { model: 'ngram:8', dimensions: 8, builtAt: '2026-01-02', entities: [], entries: [] } as never,
    planting: { secrets: [], control: CONTROL },
    ledger: new LeakLedger(new RunSweep()),
    size: { ...AUDIT_SIZES.quick, queries: 1, ids: 0, requests: 60, limitedRequests: 60 },
    random: createRandom(1),
    say: () => undefined,
  });
  return controls;
}

it('counts nothing when a question comes back and the archive says nothing', async () => {
  expect(await controlsOf(serving((query) => ({ query, hits: [] })))).toBe(0);
});

it('counts the answers in which the planted sentence stands', async () => {
  const saying = serving((query) => ({ query, hits: [{ text: `Before. ${CONTROL.sentence}` }] }));
  expect(await controlsOf(saying)).toBeGreaterThan(0);
});
