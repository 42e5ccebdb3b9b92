/**
 * Starts the desk: opens the archive, listens on this machine alone, and makes the link that signs a browser in.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createDeskApp, type DeskLogEntry } from './create-desk-app.ts';
import { Desk } from './desk.ts';
import { DeskSessions, type SessionLimits } from './desk-sessions.ts';
import type { ArchivePlace } from './open-archive.ts';
import { loadPageAssets, type PageAssets } from './page-assets.ts';
import { deskHosts } from './request-guard.ts';

/** Settings of {@link startDesk}. */
export interface DeskOptions extends ArchivePlace {
  /** 0 takes a free one. */
  port: number;
  /** Default: the clock of the machine. */
  now?: () => Date;
  /** Default: ten minutes for a link, twelve hours for a session without a request. */
  limits?: SessionLimits;
  /** Default: the built page. */
  assets?: PageAssets;
  log?: (entry: DeskLogEntry) => void;
  onInternalError?: (error: unknown) => void;
}

/** A desk that listens. */
export interface RunningDesk {
  /** Its address, without a trailing slash and without a token. */
  origin: string;
  port: number;
  /** An address that signs in the one browser that opens it first; an earlier one that nobody used is dead then. */
  newLink(): string;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** The only address a desk listens on. */
const LOOPBACK = '127.0.0.1';

/**
 * Starts a desk.
 *
 * @throws {ArchiveError} when the archive cannot be read; a system error when the port cannot be had
 */
export async function startDesk(options: DeskOptions): Promise<RunningDesk> {
  const { folder, out, isOutGiven, port, now = () => new Date() } = options;
  const assets = options.assets ?? (await loadPageAssets());
  const desk = await Desk.open({ folder, out, isOutGiven }, now);
  // What takes long is done before anybody waits for it.
  await desk.archive();
  const sessions = new DeskSessions(() => performance.now(), options.limits);
  let hosts: ReadonlySet<string> = new Set();
  let bound = port;
  const app = createDeskApp({
    desk,
    sessions,
    assets,
    hosts: () => hosts,
    cookieName: () => `archive-desk-${bound}`,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.onInternalError === undefined ? {} : { onInternalError: options.onInternalError }),
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    createServer,
    overrideGlobalObjects: false,
  }) as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await listening(server, port);
  bound = (server.address() as AddressInfo).port;
  hosts = deskHosts(bound);
  const origin = `http://${LOOPBACK}:${bound}`;
  return {
    origin,
    port: bound,
    newLink: () => `${origin}/#${sessions.newToken()}`,
    close: () => closed(server),
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
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
const REQUEST_TIMEOUT_MS = 60_000;
