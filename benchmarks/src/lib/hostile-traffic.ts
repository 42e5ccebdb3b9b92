/**
 * Clients that mean no good, one round after the other while others are served: what each kind met is counted.
 *
 * Raw sockets, because no HTTP library would send most of this.
 */
import { connect, type Socket } from 'node:net';

/** How a kind of attack ended. */
export interface HostileAccount {
  /** Attempts. */
  tried: number;
  /** Those the server ended as it should, with one of the statuses that mean so, or by closing. */
  repelled: number;
}

/** What is tried. */
export type HostileKind =
  | 'slow headers'
  | 'slow body'
  | 'oversized body'
  | 'oversized header'
  | 'malformed'
  | 'aborted';

/** One round: a few of each kind at the same time. Ends when all of them have ended. */
export async function hostileRound(port: number): Promise<Record<HostileKind, HostileAccount>> {
  const account = (): HostileAccount => ({ tried: 0, repelled: 0 });
  const accounts: Record<HostileKind, HostileAccount> = {
    'slow headers': account(),
    'slow body': account(),
    'oversized body': account(),
    'oversized header': account(),
    malformed: account(),
    aborted: account(),
  };
  const attempts: Promise<void>[] = [];
  const attempt = (kind: HostileKind, times: number, run: () => Promise<boolean>): void => {
    for (let time = 0; time < times; time++) {
      accounts[kind].tried += 1;
      attempts.push(run().then((repelled) => void (accounts[kind].repelled += repelled ? 1 : 0)));
    }
  };
  const post = (length: number): string =>
    `POST /v1/search HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
  attempt('slow headers', 10, () => dribble(port, 'GET /v1/policy HTTP/1.1\r\nX-Slow: '));
  attempt('slow body', 5, () => dribble(port, `${post(10_000)}\r\n`));
  attempt('oversized body', 5, () => ended(port, `${post(5_000_000)}\r\n${'x'.repeat(200_000)}`, [413]));
  attempt('oversized header', 5, () =>
    ended(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Long: ${'x'.repeat(64_000)}\r\n\r\n`, [431]),
  );
  for (const text of MALFORMED) attempt('malformed', 2, () => ended(port, text, [400]));
  attempt('aborted', 20, () => abort(port, `${post(30)}\r\n{"q":"who lit the lamps at `));
  attempt('aborted', 20, () => abort(port, `${post(28)}\r\n{"q":"who lit the lamps at"}`));
  await Promise.all(attempts);
  return accounts;
}

const MALFORMED = [
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST /v1/search HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET /v1/policy HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
];

/** A client may be kept waiting this long before it counts as tolerated. */
const PATIENCE_MS = 60_000;

/** Sends a byte a second and says whether the server lost patience. */
function dribble(port: number, start: string): Promise<boolean> {
  return withSocket(port, (socket, done) => {
    socket.write(start);
    const timer = setInterval(() => socket.write('x'), 1_000);
    socket.on('close', () => {
      clearInterval(timer);
      done(true);
    });
    socket.resume();
  });
}

/** Sends this and says whether the answer has one of the statuses, or the server hung up without one. */
function ended(port: number, text: string, statuses: readonly number[]): Promise<boolean> {
  return withSocket(port, (socket, done) => {
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      done(status === undefined || statuses.includes(Number(status)));
    });
    socket.write(text);
  });
}

/** Sends this and goes away at once. */
function abort(port: number, text: string): Promise<boolean> {
  return withSocket(port, (socket, done) => {
    socket.on('close', () => done(true));
    socket.write(text, () => socket.destroy());
  });
}

function withSocket(
  port: number,
  use: (socket: Socket, done: (repelled: boolean) => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const patience = setTimeout(() => {
      resolve(false);
      socket.destroy();
    }, PATIENCE_MS);
    // A reset is a way to hang up; `close` follows.
    socket.on('error', () => undefined);
    socket.once('connect', () =>
      use(socket, (repelled) => {
        clearTimeout(patience);
        resolve(repelled);
      }),
    );
  });
}
