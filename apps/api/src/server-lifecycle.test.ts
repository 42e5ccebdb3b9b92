/**
 * A server under callers who dawdle, shout, hang up and crowd, and while it is being stopped.
 */
import { connect, type Socket } from 'node:net';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { ask, post, serveSample } from './served-sample.fixture.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A connection of its own, and everything that comes back until it ends. */
function raw(port: number): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

type SlowEmbedder = Embedder & { begun: number; done: number; calledOff: number };

/** An embedder that answers after a while, and notes when it is called off. */
function slow(ms: number): SlowEmbedder {
  const real = createNgramEmbedder();
  const embedder: SlowEmbedder = {
    ...real,
    begun: 0,
    done: 0,
    calledOff: 0,
    embed: async (texts, options) => {
      embedder.begun += 1;
      options?.signal?.addEventListener('abort', () => (embedder.calledOff += 1));
      await wait(ms);
      embedder.done += 1;
      return real.embed(texts);
    },
  };
  return embedder;
}

describe('a server', () => {
  it('ends connections that send their headers or their body drop by drop, and answers others meanwhile', async () => {
    const server = await serveSample({ headersTimeoutMs: 1500, requestTimeoutMs: 3000 });
    const head = `POST /v1/search HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`;
    const dawdlers = Array.from({ length: 50 }, (_, at) => {
      const { socket, ended } = raw(server.port);
      socket.write(
        at % 2 === 0 ? head : `${head}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n`,
      );
      const drip = setInterval(() => socket.write(at % 2 === 0 ? 'X-A: b\r\n' : ' '), 100);
      void ended.then(() => clearInterval(drip));
      return ended;
    });
    await wait(200);
    expect((await ask(server, '/v1/search?q=harbour')).status).toBe(200);
    const said = await Promise.all(dawdlers);
    expect(said.filter((text) => text.startsWith('HTTP/1.1 408 ')).length).toBe(50);
    expect((await ask(server, '/health')).status).toBe(200);
  });

  it('survives what is too large, malformed or not HTTP', async () => {
    const server = await serveSample();
    const host = `Host: 127.0.0.1:${server.port}\r\n`;
    const sent: [string, string, RegExp][] = [
      ['headers of 20 kB', `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
      ['a path of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 431 /],
      ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n', /^HTTP\/1\.1 400 /],
      [
        'two lengths',
        `POST /v1/search HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
        /^HTTP\/1\.1 400 /,
      ],
      [
        'length and chunks',
        `POST /v1/search HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        /^HTTP\/1\.1 400 /,
      ],
      ['a control in a header', `GET / HTTP/1.1\r\n${host}X: a\x00b\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ];
    for (const [what, bytes, status] of sent) {
      const { socket, ended } = raw(server.port);
      socket.end(bytes);
      const text = await ended;
      expect([what, status.test(text) ? true : text.slice(0, 60)]).toEqual([what, true]);
    }
    // A body without an end, in chunks, is refused when it is too large, not when it ends.
    const { socket, ended } = raw(server.port);
    socket.write(
      `POST /v1/search HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let at = 0; at < 20; at += 1) socket.write(`400\r\n${' '.repeat(1024)}\r\n`);
    expect(
      await Promise.race([
        ended,
        new Promise((resolve) => socket.once('data', (chunk) => resolve(String(chunk)))),
      ]),
    ).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect((await ask(server, '/v1/search?q=harbour')).status).toBe(200);
    expect((await post(server, '/v1/search', { q: 'harbour' })).status).toBe(200);
  });

  it('stops the work of a request whose caller went away', async () => {
    const embedder = slow(3000);
    const server = await serveSample({ embedder });
    const { socket } = raw(server.port);
    socket.write(`GET /v1/search?q=harbour HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    while (embedder.begun === 0) await wait(10);
    expect(embedder.calledOff).toBe(0);
    socket.destroy();
    await expect.poll(() => embedder.calledOff, { timeout: 20_000 }).toBe(1);
    expect(embedder.done).toBe(0);
  });

  it('takes so many connections and no more', async () => {
    const server = await serveSample({ maxConnections: 5 });
    const crowd = Array.from({ length: 20 }, () => raw(server.port));
    const open = () => crowd.filter(({ socket }) => !socket.destroyed && socket.readable).length;
    await expect.poll(open, { timeout: 20_000 }).toBe(5);
    await wait(200);
    expect(open()).toBe(5);
    for (const { socket } of crowd) socket.destroy();
    const status = () => ask(server, '/health').then((answer) => answer.status, String);
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
  });
});

describe('close', () => {
  it('takes nothing new, and lets what is under way finish', async () => {
    const embedder = slow(1500);
    const server = await serveSample({ embedder });
    const idle = raw(server.port);
    const answers = ['harbour', 'bell', 'salt'].map((q) => ask(server, `/v1/search?q=${q}`));
    while (embedder.begun < 3) await wait(10);
    const closing = server.close();
    await wait(50);
    await expect(ask(server, '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await Promise.all(answers)).map(({ status, headers }) => [status, headers.connection])).toEqual(
      Array.from({ length: 3 }, () => [200, 'close']),
    );
    await closing;
    await idle.ended;
  });

  it('waits so long and no longer for what does not finish', async () => {
    const embedder = slow(20_000);
    const server = await serveSample({ embedder, drainMs: 300 });
    const answer = ask(server, '/v1/search?q=harbour').catch((error: NodeJS.ErrnoException) => error.code);
    while (embedder.begun === 0) await wait(10);
    await server.close();
    expect(embedder.done).toBe(0);
    expect(await answer).toBe('ECONNRESET');
  });
});
