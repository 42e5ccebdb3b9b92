/**
 * Listens: the service over the address of an archive, on one port.
 *
 * Bound to this machine it answers to its own names only.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerModel } from '@archive/answer';
import { createArchiveClient } from '@archive/client';
import { createAdaptorServer } from '@hono/node-server';
import { createSynthesisApp, type SynthesisOptions } from './synthesis-app.ts';

/** Settings of {@link startSynthesis}. */
export interface StartOptions
  extends Pick<SynthesisOptions, 'timeoutMs' | 'atATime' | 'onModelFailure' | 'onInternalError'> {
  /** Address of the archive. */
  archiveUrl: string;
  /** Writes answers; default: sentences of the archive are quoted. */
  model?: AnswerModel;
  /** 0 takes a free one. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** How long answers under way may take to finish when it is closed, in milliseconds; default 2,500. */
  drainMs?: number;
}

/** A service that listens. */
export interface RunningSynthesis {
  /** Without a slash at its end. */
  url: string;
  port: number;
  /** Stops listening, asks no model any more, and lets answers under way finish within their bound. */
  close(): Promise<void>;
}

/**
 * Starts the service; resolves when it listens, whether or not the archive can be reached.
 *
 * @throws {TypeError} when the address of the archive cannot be used
 */
export async function startSynthesis(options: StartOptions): Promise<RunningSynthesis> {
  const { archiveUrl, port, host = '127.0.0.1', drainMs = DRAIN_MS, ...rest } = options;
  const archive = createArchiveClient({ baseUrl: archiveUrl, timeoutMs: SEARCH_MS, retries: 1 });
  const stopping = new AbortController();
  let hosts: ReadonlySet<string> = new Set();
  const app = createSynthesisApp({
    ...rest,
    archive,
    stopping: stopping.signal,
    ...(isLoopback(host) ? { hosts: () => hosts } : {}),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16 * 1024 },
    overrideGlobalObjects: false,
  }) as Server;
  server.maxConnections = 1024;
  server.setTimeout(SILENCE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  hosts = new Set(
    [name, 'localhost', '127.0.0.1', '[::1]']
      .flatMap((each) => (bound === 80 ? [each, `${each}:80`] : [`${each}:${bound}`]))
      .map((each) => each.toLowerCase()),
  );
  return {
    url: `http://${name}:${bound}`,
    port: bound,
    close: async () => {
      stopping.abort(new Error('the service is about to stop'));
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // A connection whose answer is out stays open for another request unless it is closed.
      const sweep = setInterval(() => server.closeIdleConnections(), POLL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

const SEARCH_MS = 20_000;
const DRAIN_MS = 2500;
const POLL_MS = 20;
const SILENCE_MS = 120_000;
