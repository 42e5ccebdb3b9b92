/**
 * Reads an answer as JSON: declared as such, no larger than agreed, well-formed.
 *
 * A body is counted as it arrives, decompressed, so that a small answer which unfolds into a huge one is dropped in
 * time. What does not fit is dropped unread; nothing of it gets into an error.
 */
import { ArchiveClientError } from './archive-client-error.ts';
import type { CallClock } from './call-clock.ts';

/** Whether an answer calls itself JSON of any kind. */
export function isJson(response: Response): boolean {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

/**
 * Reads the body.
 *
 * @throws {ArchiveClientError} `unexpected-content-type`, `response-too-large`, `malformed-json`
 * @throws whatever the stream throws when the connection breaks
 */
export async function readJson(response: Response, maxBytes: number, clock: CallClock): Promise<unknown> {
  const { status } = response;
  if (!isJson(response)) {
    dropBody(response);
    throw new ArchiveClientError('unexpected-content-type', {
      message: 'the answer is not declared as JSON',
      help: HELP,
      status,
    });
  }
  const text = await readText(response, maxBytes, clock);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What the parser says repeats the body.
    throw new ArchiveClientError('malformed-json', {
      message: 'the answer is declared as JSON and is none',
      help: HELP,
      status,
    });
  }
}

/** Tells the other side that its body is not wanted; nobody waits for that, and it may be closed already. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}

async function readText(response: Response, maxBytes: number, clock: CallClock): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > maxBytes) {
    dropBody(response);
    throw tooLarge(response, maxBytes);
  }
  // Platforms without streams hand the body over whole.
  if (response.body === null || response.body === undefined) {
    const bytes = await clock.until(response.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw tooLarge(response, maxBytes);
    return new TextDecoder().decode(bytes);
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await clock.until(reader.read());
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(response, maxBytes);
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function tooLarge({ status }: Response, maxBytes: number): ArchiveClientError {
  return new ArchiveClientError('response-too-large', {
    message: `the answer is larger than ${maxBytes} bytes`,
    help: 'allow more with maxResponseBytes if this is the archive you mean',
    status,
  });
}

const HELP = 'check that baseUrl is the address of an archive server';
