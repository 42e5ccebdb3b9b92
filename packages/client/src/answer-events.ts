/**
 * Reads the events of a streamed answer, one by one as they arrive, up to the one that holds the whole.
 *
 * Events and steps that are not known are passed over; one that is known and does not fit the contract is an error. A
 * stream that ends before its answer is a connection that broke.
 */
import { type AnswerEvent, ContractError, parseAnswerEvent } from '@archive/contract';
import { ArchiveClientError } from './archive-client-error.ts';
import type { CallClock } from './call-clock.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { dropBody } from './read-body.ts';
import { problemOfDocument } from './read-problem.ts';

/**
 * The response itself, when it is a stream of events.
 *
 * @throws {ArchiveClientError} `unexpected-content-type`
 */
export async function eventResponse(response: Response): Promise<Response> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/event-stream') return response;
  dropBody(response);
  throw new ArchiveClientError('unexpected-content-type', {
    message: 'the answer is not declared as a stream of events',
    help: 'check that baseUrl is the address of an archive server that answers questions',
    status: response.status,
  });
}

/**
 * Reads the events.
 *
 * @throws {ArchiveClientError} what the archive says in an event `error`; `invalid-response`, `malformed-json`,
 *   `response-too-large`; `unreachable` when the stream ends without an answer
 */
export async function* answerEventsOf(
  response: Response,
  maxBytes: number,
  clock: CallClock,
): AsyncGenerator<AnswerEvent, undefined, undefined> {
  for await (const { name, data } of serverSentEvents(response, maxBytes, clock)) {
    if (name === 'error') throw problemOfDocument(jsonOf(data), response.status);
    if (!KNOWN.has(name)) continue;
    const event = eventOf(name, jsonOf(data));
    if (event === undefined) continue;
    yield event;
    if (event.event === 'answer') return;
  }
  throw new ArchiveClientError('unreachable', {
    message: 'the stream ended before its answer',
    help: 'ask again',
    status: response.status,
  });
}

function eventOf(name: string, value: unknown): AnswerEvent | undefined {
  try {
    return parseAnswerEvent(value);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    // A step of a later version says nothing that is missed.
    if (name === 'step') return undefined;
    throw new ArchiveClientError('invalid-response', {
      message: 'an event of the answer does not fit archive-answer/1; see the issues for each field',
      help: 'check that baseUrl is the address of an archive server of this contract version',
      status: 200,
      issues: error.issues,
    });
  }
}

function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    // What the parser says repeats the data.
    throw new ArchiveClientError('malformed-json', {
      message: 'an event of the answer is no JSON',
      help: 'check that baseUrl is the address of an archive server',
      status: 200,
    });
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  'step',
  'mode',
  'sentence',
  'answer',
] satisfies AnswerEvent['event'][]);
