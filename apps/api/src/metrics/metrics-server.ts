/**
 * Listens on a port of its own, on this machine only, and says what the meters stand at.
 *
 * Off unless a port is given. What it says is for the operator: how busy the server is, never with whom or what.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { guardRefusal, loopbackHosts } from '../host-guard.ts';

/** A metrics server that listens. */
export interface MetricsServer {
  /** Address of the meters. */
  url: string;
  close(): Promise<void>;
}

/** Where the meters listen: this machine. */
const HOST = '127.0.0.1';

/**
 * Starts it; resolves when it listens.
 *
 * @param port  0 takes a free one
 * @param read  writes the meters down, in the text format of Prometheus
 */
export async function startMetricsServer(
  port: number,
  read: () => string | Promise<string>,
): Promise<MetricsServer> {
  let hosts: ReadonlySet<string> = new Set();
  const server = createServer((request, response) => {
    const { host, origin } = request.headers;
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    if (guardRefusal('POST', { host, origin }, hosts) !== undefined) return send(421, PLAIN, 'misdirected\n');
    if (request.method !== 'GET' || request.url !== '/metrics') return send(404, PLAIN, 'not found\n');
    Promise.resolve()
      .then(read)
      .then(
        (text) => send(200, PROMETHEUS, text),
        () => send(500, PLAIN, 'the meters cannot be read\n'),
      );
  });
  server.headersTimeout = TIMEOUT_MS;
  server.requestTimeout = TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  hosts = loopbackHosts(HOST, bound);
  return {
    url: `http://${HOST}:${bound}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PLAIN = 'text/plain; charset=utf-8';
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';
const TIMEOUT_MS = 5000;
