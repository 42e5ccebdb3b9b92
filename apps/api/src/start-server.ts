/**
 * Listens: the application over a served index that is kept up to date, on one port.
 *
 * Bound to this machine it answers to its own names only. Opens the served half of a generation and nothing else.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Embedder, isLoopbackHost } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import { createAdaptorServer } from '@hono/node-server';
import type { AppOptions } from './app-options.ts';
import { createApp } from './create-app.ts';
import { loopbackHosts } from './host-guard.ts';
import { watchIndex } from './index-watcher.ts';
import { logToStderr } from './request-log.ts';

/** Settings of {@link startServer}. */
export interface ServerOptions extends Omit<AppOptions, 'index' | 'embedder' | 'hosts'> {
  /** An output folder of `archive build`, or a served JSON file. */
  archiveDir: string;
  /** The embedder the index was made with, or how to find it for the model an index names. */
  embedder: Embedder | ((model: string) => Promise<Embedder>);
  /** 0 takes a free one. */
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Public address of a proxy on this machine, whose Host is then answered to as well. */
  origin?: string;
  /** How often to look for a new generation, in milliseconds; default 1,000. */
  watchIntervalMs?: number;
}

/** A server that listens. */
export interface RunningServer {
  /** Address of the search page, without a trailing slash. */
  url: string;
  port: number;
  /** The index in service, if there is one. */
  index(): ServedIndex | undefined;
  /** Looks for a new generation at once. */
  refresh(): Promise<void>;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** Starts the server; resolves when it listens. Without a published index it listens all the same and answers 503. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    archiveDir,
    embedder,
    port,
    host = '127.0.0.1',
    origin,
    watchIntervalMs,
    log = logToStderr,
  } = options;
  const watcher = await watchIndex({
    archiveDir,
    embedder,
    log,
    ...(watchIntervalMs === undefined ? {} : { intervalMs: watchIntervalMs }),
  });
  let hosts: ReadonlySet<string> = new Set();
  const app = createApp({
    ...options,
    log,
    index: watcher.current,
    embedder: watcher.embedderOf,
    ...(isLoopbackHost(host) ? { hosts: () => hosts } : {}),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    overrideGlobalObjects: false,
  }) as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  try {
    await listening(server, port, host);
  } catch (error) {
    watcher.stop();
    throw error;
  }
  const bound = (server.address() as AddressInfo).port;
  hosts = loopbackHosts(host, bound, origin);
  return {
    url: `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${bound}`,
    port: bound,
    index: watcher.current,
    refresh: watcher.refresh,
    close: () => {
      watcher.stop();
      return closed(server);
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
