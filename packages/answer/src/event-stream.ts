/**
 * Server-sent events over HTTP, for an answer that is told as it is made: events as they happen, and now and then a line
 * without meaning, so that nothing on the way takes the silence of a model for the end.
 *
 * Built on web streams alone. What is sent, and when it may be, is decided by whoever sends it.
 */

/** Sends one event: its name, and what it holds, as JSON. */
export type SendEvent = (name: string, data: unknown) => void;

/** Settings of {@link eventStream}. */
export interface EventStreamOptions {
  /** Ends the work from outside. */
  signal?: AbortSignal;
  /** Milliseconds between lines without meaning; default 10,000. */
  beatMs?: number;
}

/**
 * Makes the body of a `text/event-stream`.
 *
 * @param tell  sends the events; the stream ends when it is done. It must send what a reader is to know of a failure
 *   itself: what it throws ends the stream and is said to nobody. Its signal fires when the reader has gone.
 */
export function eventStream(
  tell: (send: SendEvent, signal: AbortSignal) => Promise<void>,
  { signal, beatMs = BEAT_MS }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const ended = signal === undefined ? gone.signal : AbortSignal.any([gone.signal, signal]);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true;
      const write = (lines: string): void => {
        if (isOpen && !ended.aborted) controller.enqueue(encoder.encode(lines));
      };
      const beat = setInterval(() => write(':\n\n'), beatMs);
      const finish = (): void => {
        clearInterval(beat);
        if (isOpen && !gone.signal.aborted) controller.close();
        isOpen = false;
      };
      // `start` returns at once, so that what is sent can be read while more is made.
      tell((name, data) => write(eventLines(name, data)), ended).then(finish, finish);
    },
    cancel(reason) {
      gone.abort(reason);
    },
  });
}

/** Whether a caller asks for events rather than one document, by its `Accept` header; a tie goes to events. */
export function wantsEvents(accept: string | null | undefined): boolean {
  const events = weightOf(accept, 'text/event-stream');
  return events > 0 && events >= weightOf(accept, 'application/json');
}

function eventLines(name: string, data: unknown): string {
  // JSON in one line holds no line end.
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The weight a media type is listed with by its own name, 0 to 1; wildcards ask for nothing in particular. */
function weightOf(accept: string | null | undefined, type: string): number {
  for (const entry of (accept ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const value = weight === undefined ? 1 : Number(weight);
    return value >= 0 && value <= 1 ? value : 0;
  }
  return 0;
}

const BEAT_MS = 10_000;
