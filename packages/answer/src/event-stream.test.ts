import { describe, expect, it } from 'vitest';
import { eventStream, wantsEvents } from './event-stream.ts';

const textOf = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('an event stream', () => {
  it('writes each event as a name and one line of JSON, and ends with the work', async () => {
    const stream = eventStream(async (send) => {
      send('step', { step: 'searching' });
      await pause(1);
      send('sentence', { text: 'a\nb\r\n\u2028c' });
    });
    expect(await textOf(stream)).toBe(
      'event: step\ndata: {"step":"searching"}\n\nevent: sentence\ndata: {"text":"a\\nb\\r\\n\u2028c"}\n\n',
    );
  });

  it('can be read while the work goes on', async () => {
    let finish: () => void = () => undefined;
    const stream = eventStream(async (send) => {
      send('one', 1);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const reader = stream.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('event: one\ndata: 1\n\n');
    finish();
    expect((await reader.read()).done).toBe(true);
  });

  it('tells the work when the reader goes, and takes nothing more from it', async () => {
    const seen: unknown[] = [];
    const stream = eventStream(async (send, signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      seen.push(signal.reason);
      send('late', 1);
    });
    await stream.cancel('gone');
    await pause(1);
    expect(seen).toEqual(['gone']);
  });

  it('ends when it is told to from outside', async () => {
    const outside = new AbortController();
    const stream = eventStream(
      (_, signal) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      { signal: outside.signal },
    );
    outside.abort();
    expect(await textOf(stream)).toBe('');
  });

  it('ends when the work throws, and says nothing of it', async () => {
    expect(
      await textOf(
        eventStream(async (send) => {
          send('one', 1);
          throw new Error('secret');
        }),
      ),
    ).toBe('event: one\ndata: 1\n\n');
  });

  it('writes a comment while nothing happens', async () => {
    const stream = eventStream(async () => pause(30), { beatMs: 5 });
    expect(await textOf(stream)).toMatch(/^(?::\n\n)+$/);
  });
});

describe('wantsEvents', () => {
  it.each([
    ['text/event-stream', true],
    ['Text/Event-Stream; charset=utf-8', true],
    ['application/json, text/event-stream', true],
    ['text/event-stream;q=0.5, application/json', false],
    ['text/event-stream;q=0.9, application/json;q=0.5', true],
    ['text/event-stream;q=0', false],
    ['text/event-stream;q=x', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['', false],
    [undefined, false],
    [null, false],
  ])('reads %s as %s', (accept, wanted) => {
    expect(wantsEvents(accept)).toBe(wanted);
  });
});
