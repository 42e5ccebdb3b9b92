import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serveSample } from './served-sample.fixture.ts';

/** Sends a request as a proxy does that puts its `X-Forwarded-For` last; resolves with the head of the answer. */
function sendThroughProxy(port: number, { junk, forged }: { junk: number; forged: string }): Promise<string> {
  const lines = [
    'GET /v1/policy HTTP/1.1',
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${forged}`,
    ...Array.from({ length: junk }, (_, at) => `A${at}: b`),
    'X-Forwarded-For: 203.0.113.7',
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.destroy();
      resolve(text.slice(0, end));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('no answer')));
  });
}

const status = (head: string): number => Number(head.split(' ')[1]);

describe('a request with many headers', () => {
  it.each([
    [0, [200, 200, 429, 429]],
    [97, [200, 200, 429, 429]],
    [98, [431, 431, 431, 431]],
    [99, [431, 431, 431, 431]],
    [150, [431, 431, 431, 431]],
  ])('is of one caller with %i headers between a forged address and its own', async (junk, expected) => {
    const server = await serveSample({
      host: '127.0.0.1',
      origin: 'http://127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      limits: { requestsPerMinute: 2 },
    });
    const heads: string[] = [];
    for (let at = 1; at <= 4; at++)
      heads.push(await sendThroughProxy(server.port, { junk, forged: `198.51.100.${at}` }));
    expect(heads.map(status)).toEqual(expected);
    // The refusal is made before anybody is counted, and the connection is over with it.
    const refused = heads.filter((head) => status(head) === 431);
    expect(refused.every((head) => /^connection: close$/im.test(head) && !/ratelimit/i.test(head))).toBe(
      true,
    );
  });
});
