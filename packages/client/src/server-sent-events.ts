/**
 * Server-sent events as the HTML standard has them: fields in lines, an empty line after each event, comments, any of the
 * three line ends, and none of it where chunks happen to be cut.
 */
import { ArchiveClientError } from './archive-client-error.ts';
import type { CallClock } from './call-clock.ts';
import { dropBody } from './read-body.ts';

/** One event. */
export interface ServerSentEvent {
  /** `message` when it has no name. */
  name: string;
  data: string;
}

/**
 * Reads the events of a body as they arrive; whoever stops early lets go of the connection.
 *
 * @throws {ArchiveClientError} `response-too-large`
 */
export async function* serverSentEvents(
  response: Response,
  maxBytes: number,
  clock: CallClock,
): AsyncGenerator<ServerSentEvent, undefined, undefined> {
  const { body } = response;
  if (body === null || body === undefined) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = lineSplitter();
  let size = 0;
  let name = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await clock.until(reader.read());
      // An event that its empty line does not end never happened.
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(response, maxBytes);
      for (const line of lines(decoder.decode(value, { stream: true }))) {
        if (line === '') {
          if (data.length > 0) yield { name: name || 'message', data: data.join('\n') };
          name = '';
          data = [];
          continue;
        }
        const [, field = '', content = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'event') name = content;
        if (field === 'data') data.push(content);
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
    dropBody(response);
  }
}

/** Splits text that comes in pieces into lines; a line is given once its end has come. */
function lineSplitter(): (piece: string) => string[] {
  let rest = '';
  let endedWithReturn = false;
  return (piece) => {
    // A line feed that belongs to the carriage return before it.
    const text = rest + (endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece);
    if (piece !== '') endedWithReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    return lines;
  };
}

function tooLarge({ status }: Response, maxBytes: number): ArchiveClientError {
  return new ArchiveClientError('response-too-large', {
    message: `the answer is larger than ${maxBytes} bytes`,
    help: 'allow more with maxResponseBytes if this is the archive you mean',
    status,
  });
}
