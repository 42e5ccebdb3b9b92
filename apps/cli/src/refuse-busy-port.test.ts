import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cannotListen, refuseBusyPort } from './refuse-busy-port.ts';

let taken: Server | undefined;
afterEach(async () => {
  await new Promise((resolve) => (taken === undefined ? resolve(undefined) : taken.close(resolve)));
  taken = undefined;
});

async function takePort(): Promise<number> {
  const server = createServer();
  taken = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('refuseBusyPort', () => {
  it('refuses a port that is taken with exit code 3, and names --port', async () => {
    const port = await takePort();
    await expect(refuseBusyPort(port, '127.0.0.1')).rejects.toMatchObject({
      exitCode: 3,
      message: `the server cannot listen on port ${port}: the port is in use`,
      help: 'choose another port with --port, or 0 for a free one',
    });
  });

  it('names the port of the meters, and --metrics-port, when it is that one', async () => {
    const port = await takePort();
    const refusal = {
      exitCode: 3,
      message: `the server cannot listen on port ${port}: the port is in use`,
      help: 'choose another port with --metrics-port, or 0 for a free one',
    };
    await expect(refuseBusyPort(port, '127.0.0.1', '--metrics-port')).rejects.toMatchObject(refusal);
    const busy = (at: number): Error =>
      Object.assign(new Error('listen'), { code: 'EADDRINUSE', syscall: 'listen', port: at });
    expect(cannotListen(busy(port), { port: 8787, metricsPort: port })).toMatchObject(refusal);
    expect(cannotListen(busy(8787), { port: 8787, metricsPort: port })).toMatchObject({
      message: 'the server cannot listen on port 8787: the port is in use',
      help: 'choose another port with --port, or 0 for a free one',
    });
    expect(cannotListen(busy(8787), { port: 8787, metricsPort: 8787 })).toMatchObject({
      help: 'choose another port with --port, or 0 for a free one; --metrics-port must be another one',
    });
  });

  it('gives a free port back', async () => {
    const port = await takePort();
    await new Promise((resolve) => taken?.close(resolve));
    taken = undefined;
    await refuseBusyPort(port, '127.0.0.1');
    await expect(refuseBusyPort(port, '127.0.0.1')).resolves.toBeUndefined();
    await expect(refuseBusyPort(0, '127.0.0.1')).resolves.toBeUndefined();
  });

  it('refuses an address this machine does not have', async () => {
    await expect(refuseBusyPort(0, '192.0.2.1')).rejects.toMatchObject({
      exitCode: 3,
      message: 'the server cannot listen on port 0: the host has no such address',
    });
  });
});
