/**
 * Listens: the application over a served index that is kept up to date, on one port.
 *
 * Bound to this machine it answers to its own names only. Opens the served half of a generation and nothing else.
 */
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions as HttpOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import { type Embedder, isLoopbackHost } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import { createAdaptorServer } from '@hono/node-server';
import { answersInFlight, type AnswersInFlight } from './answers-in-flight.ts';
import type { AppOptions } from './app-options.ts';
import { callerOfConnection } from './caller/caller-of-connection.ts';
import { serverKey } from './caller/server-key.ts';
import { agreeOnKey } from './caller/shared-server-key.ts';
import { trustedProxies } from './caller/trusted-proxies.ts';
import { createApp } from './create-app.ts';
import { loopbackHosts } from './host-guard.ts';
import { watchIndex } from './index-watcher.ts';
import { createMeters } from './metrics/meters.ts';
import { startMetricsServer } from './metrics/metrics-server.ts';
import { type Log, logToStderr, type Notice } from './request-log.ts';
import { ANSWERS_PER_DAY } from './limits/limits.ts';
import { searchThreads } from './search-threads.ts';
import { type LimitSettings, serverLimits } from './server-limits.ts';

/** Settings of {@link startServer}. */
export interface ServerOptions
  extends Omit<
    AppOptions,
    | 'index'
    | 'embedder'
    | 'hosts'
    | 'callerOf'
    | 'limits'
    | 'questions'
    | 'meters'
    | 'takedownEpoch'
    | 'stopping'
    | 'secret'
  > {
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
  /** Addresses and ranges of proxies whose `X-Forwarded-For` counts; default none. */
  trustedProxies?: readonly string[];
  /** What one caller may ask for; `false`: without end. Default: the limits that docs/reference/config.md states. */
  limits?: false | LimitSettings;
  /** Secret that caller ids and cursors are keyed with, in hexadecimal; default: kept beside the index. */
  key?: string;
  /** Port on this machine where `/metrics` listens, 0 takes a free one; default: nowhere. */
  metricsPort?: number;
  /** More lines for `/metrics`, in the text format of Prometheus. */
  moreMetrics?: () => string | Promise<string>;
  /** Connections at a time; default {@link CONNECTIONS_MAX}. */
  maxConnections?: number;
  /** Threads that scan a large index together, the server's own among them: 1 to 8; default 1. */
  searchThreads?: number;
  /** Fragments from which an index is large; default 50,000. */
  searchThreadsFrom?: number;
  /** How long a caller may take to send its headers, in milliseconds; default 10,000. */
  headersTimeoutMs?: number;
  /** How long a caller may take to send its whole request, in milliseconds; default 30,000. */
  requestTimeoutMs?: number;
  /** How long answers under way may take to finish when the server is closed, in milliseconds; default 2,500. */
  drainMs?: number;
}

/** A server that listens. */
export interface RunningServer {
  /** Address of the search page, without a trailing slash. */
  url: string;
  port: number;
  /** Address of the meters, where they listen. */
  metricsUrl?: string;
  /** The index in service, if there is one. */
  index(): ServedIndex | undefined;
  /** Looks for a new generation, and for what is taken down, at once. */
  refresh(): Promise<void>;
  /** Stops listening, lets answers under way finish within their bound, and ends open connections. */
  close(): Promise<void>;
}

/** Default of {@link ServerOptions.maxConnections}. */
const CONNECTIONS_MAX = 1024;

/** Starts the server; resolves when it listens. Without a published index it listens all the same and answers 503. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { archiveDir, embedder, port, host = '127.0.0.1', origin, watchIntervalMs } = options;
  const {
    log = logToStderr,
    limits: limitSettings = {},
    metricsPort,
    moreMetrics,
    drainMs = DRAIN_MS,
  } = options;
  const notice = onceEach(log);
  const trusts = trustedProxies(options.trustedProxies ?? []);
  const redisUrl = limitSettings === false ? undefined : limitSettings.redisUrl;
  const key = await serverKey({
    dir: await folderOf(archiveDir),
    ...(redisUrl === undefined ? {} : { agree: (offered: string) => agreeOnKey(offered, { url: redisUrl }) }),
    ...(options.key === undefined ? {} : { given: options.key }),
  });
  if (!key.isKept) notice('server-key-not-kept');
  if (options.logQueries === true) notice('queries-are-logged');
  const meters = createMeters();
  const begun: { answers?: AnswersInFlight } = {};
  const threads = searchThreads({
    threads: options.searchThreads ?? 1,
    from: options.searchThreadsFrom,
    log,
  });
  const watcher = await watchIndex({
    archiveDir,
    embedder,
    log,
    onIndex: threads.serve,
    onTakedown: () => begun.answers?.cutAfter(CUT_MS),
    ...(watchIntervalMs === undefined ? {} : { intervalMs: watchIntervalMs }),
  });
  const stopping = new AbortController();
  // A model costs its operator something with every answer, so they are counted where one is asked.
  const { answersPerDay = ANSWERS_PER_DAY, ...sizes } = limitSettings === false ? {} : limitSettings;
  const limits =
    limitSettings === false
      ? undefined
      : await serverLimits(
          { ...sizes, ...(options.answers?.model === undefined ? {} : { answersPerDay }) },
          { log, meters },
        );
  let hosts: ReadonlySet<string> = new Set();
  const { limits: _, ...shared } = options;
  const app = createApp({
    ...shared,
    log,
    meters,
    index: watcher.current,
    takedownEpoch: watcher.takedownEpoch,
    stopping: stopping.signal,
    secret: key,
    embedder: watcher.embedderOf,
    callerOf: callerOfConnection(key.derive('caller'), trusts, () => {
      if ((options.trustedProxies ?? []).length === 0) notice('forwarded-for-ignored');
    }),
    ...(limits === undefined ? {} : { limits }),
    ...(isLoopbackHost(host) ? { hosts: () => hosts } : {}),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer: refusingManyHeaders as typeof createServer,
    serverOptions: {
      ...SERVER_OPTIONS,
      headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
      requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1000, (options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS) / 2),
    },
    overrideGlobalObjects: false,
  }) as Server;
  server.maxConnections = options.maxConnections ?? CONNECTIONS_MAX;
  server.setTimeout(SILENCE_MS);
  const answers = answersInFlight(server);
  begun.answers = answers;
  const letGo = async (): Promise<void> => {
    watcher.stop();
    await threads.close();
    await limits?.close();
  };
  const readMeters = async (): Promise<string> => {
    const { entityCount, fragmentCount, seq } = watcher.current() ?? {};
    const own = meters.render({
      ...(entityCount === undefined ? {} : { entityCount }),
      ...(fragmentCount === undefined ? {} : { fragmentCount }),
      ...(seq === undefined ? {} : { seq }),
      takedowns: watcher.takedownCount(),
      answersInFlight: answers.count(),
    });
    return `${own}${(await moreMetrics?.()) ?? ''}`;
  };
  let metrics: Awaited<ReturnType<typeof startMetricsServer>> | undefined;
  try {
    if (metricsPort !== undefined) metrics = await startMetricsServer(metricsPort, readMeters);
    await listening(server, port, host);
  } catch (error) {
    await metrics?.close();
    await letGo();
    throw error;
  }
  const bound = (server.address() as AddressInfo).port;
  hosts = loopbackHosts(host, bound, origin);
  return {
    url: `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${bound}`,
    port: bound,
    ...(metrics === undefined ? {} : { metricsUrl: metrics.url }),
    index: watcher.current,
    refresh: watcher.refresh,
    close: async () => {
      stopping.abort(new Error('the server is about to stop'));
      await Promise.all([answers.drain(drainMs), metrics?.close()]);
      await letGo();
    },
  };
}

async function folderOf(archiveDir: string): Promise<string> {
  const stats = await stat(archiveDir).catch(() => undefined);
  return stats?.isFile() === true ? dirname(archiveDir) : archiveDir;
}

/** Says each thing once in the life of a server. */
function onceEach(log: Log): (notice: Notice) => void {
  const said = new Set<Notice>();
  return (notice) => {
    if (said.has(notice)) return;
    said.add(notice);
    log({ event: 'notice', notice });
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

/**
 * Makes a server that refuses a request with too many headers unread, as Node does one with too long ones. Node itself
 * would leave out those beyond `maxHeadersCount` (2,000) without a word, and what a proxy adds comes last.
 */
function refusingManyHeaders(options: HttpOptions, listener: RequestListener): Server {
  return createServer(options, (request, response) => {
    if (request.rawHeaders.length / 2 <= HEADERS_MAX) return listener(request, response);
    response.writeHead(431, { connection: 'close', 'cache-control': 'no-store' }).end();
  });
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const SERVER_OPTIONS = {
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};
const HEADERS_MAX = 100;
/** A connection on which nothing moves for so long is ended: somebody who does not read what they asked for. */
const SILENCE_MS = 120_000;
const DRAIN_MS = 2500;
/** Answers under way when something is taken down may take so long to finish; with the look at the list, under 5 s. */
const CUT_MS = 3000;
