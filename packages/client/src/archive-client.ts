/**
 * The client: one function for each thing an archive answers, all of them read-only.
 *
 * Functions need no `this`, so `client.search` can be handed to whatever takes the `Search` port.
 */
import {
  type Answer,
  ANSWER_CONTRACT,
  type AnswerEvent,
  type AnswerVerification,
  ContractError,
  type EntityFace,
  type FragmentFace,
  parseAnswer,
  parseAnswerVerification,
  parseFragmentFace,
  parseSearchResponse,
  type Search,
  SEARCH_CONTRACT,
  type SearchRequest,
  type VerifyRequest,
} from '@archive/contract';
import { answerEventsOf, eventResponse } from './answer-events.ts';
import { ArchiveClientError } from './archive-client-error.ts';
import { type ArchiveClientOptions, clientSettings } from './client-options.ts';
import {
  type ArchivePolicy,
  type EntityRecord,
  readEntityPage,
  readEntityRecord,
  readPolicy,
} from './read-records.ts';
import { searchQuery } from './search-query.ts';
import { pathSegment } from './path-segment.ts';
import { type Outgoing, sendForEvents, sendRequest } from './send-request.ts';

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, whatever it is waiting for; it then rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** Talks to one archive. Every call rejects with an `ArchiveClientError`, or with the reason of its signal. */
export interface ArchiveClient {
  /** Asks a question: the `Search` port of the contract. */
  search: Search;
  /** Has a question answered from public passages, with citations, or refused. Takes what a search takes. */
  ask(request: SearchRequest, options?: CallOptions): Promise<Answer>;
  /**
   * The same, told as it is made: steps at once; mode, sentences and the whole answer, which is the last event, when all of
   * it was checked. Whoever stops reading ends the call.
   */
  askStream(request: SearchRequest, options?: CallOptions): AsyncIterableIterator<AnswerEvent>;
  /** Checks an answer, anybody's, against the public passages it cites. */
  verify(request: VerifyRequest, options?: CallOptions): Promise<AnswerVerification>;
  /** Reads a work; undefined when nothing is served under this id, whatever the reason. */
  entity(id: string, options?: CallOptions): Promise<EntityRecord | undefined>;
  /**
   * Lists the works that are public, page by page as they are wanted; each page is a call with a time of its own. A
   * listing that a new generation of the archive overtakes ends with `invalid-request`, field `cursor`: begin again.
   */
  entities(options?: CallOptions): AsyncIterableIterator<EntityFace>;
  /** Reads a fragment; undefined when nothing is served under this id, whatever the reason. */
  fragment(id: string, options?: CallOptions): Promise<FragmentFace | undefined>;
  /** Reads what the archive says about what it releases. */
  policy(options?: CallOptions): Promise<ArchivePolicy>;
}

/**
 * Makes a client of one archive. No request is sent yet.
 *
 * @throws {TypeError} naming the setting that cannot work
 */
export function createArchiveClient(options: ArchiveClientOptions): ArchiveClient {
  const settings = clientSettings(options);
  const { answerTimeoutMs: timeoutMs } = settings;

  async function ask<T>(
    outgoing: Outgoing,
    read: (answer: unknown) => T,
    { signal }: CallOptions = {},
    contract: string = SEARCH_CONTRACT,
  ): Promise<T> {
    return readAnswer(read, await sendRequest(outgoing, settings, signal), contract);
  }

  async function askById<T>(
    route: string,
    id: string,
    read: (answer: unknown) => T,
    call?: CallOptions,
  ): Promise<T | undefined> {
    const segment = pathSegment(id);
    if (segment === undefined) return undefined;
    try {
      return await ask({ path: `${route}/${segment}` }, read, call);
    } catch (error) {
      if (error instanceof ArchiveClientError && error.wireCode === 'not-found') return undefined;
      throw error;
    }
  }

  async function* entities(call: CallOptions = {}): AsyncGenerator<EntityFace, undefined, undefined> {
    const seen = new Set<string>();
    let query: URLSearchParams | undefined;
    for (;;) {
      const page = await ask(
        { path: 'v1/entities', ...(query === undefined ? {} : { query }) },
        readEntityPage,
        call,
      );
      yield* page.entities;
      const { next } = page;
      if (next === undefined) return;
      if (seen.has(next)) throw goesRound();
      seen.add(next);
      query = new URLSearchParams({ cursor: next });
    }
  }

  return {
    search: (request, call) => {
      const outgoing: Outgoing =
        settings.questions === 'GET'
          ? { path: 'v1/search', query: searchQuery(request) }
          : { path: 'v1/search', body: request };
      return ask(outgoing, parseSearchResponse, call);
    },
    ask: (request, call) =>
      ask({ path: 'v1/ask', body: request, timeoutMs }, parseAnswer, call, ANSWER_CONTRACT),
    askStream: (request, call = {}) =>
      sendForEvents({ path: 'v1/ask', body: request, timeoutMs }, settings, {
        signal: call.signal,
        accepts: eventResponse,
        read: (response, clock) => answerEventsOf(response, settings.maxResponseBytes, clock),
      }),
    verify: (request, call) =>
      ask({ path: 'v1/verify', body: request, timeoutMs }, parseAnswerVerification, call, ANSWER_CONTRACT),
    entity: (id, call) => askById('v1/entities', id, readEntityRecord, call),
    entities,
    fragment: (id, call) => askById('v1/fragments', id, parseFragmentFace, call),
    policy: (call) => ask({ path: 'v1/policy' }, readPolicy, call),
  };
}

function readAnswer<T>(read: (answer: unknown) => T, answer: unknown, contract: string): T {
  try {
    return read(answer);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ArchiveClientError('invalid-response', {
      // The message of the cause names fields, and some names may be the server's.
      message: `the answer does not fit ${contract}; see the issues for each field`,
      help: 'check that baseUrl is the address of an archive server of this contract version',
      status: 200,
      issues: error.issues,
    });
  }
}

function goesRound(): ArchiveClientError {
  return new ArchiveClientError('invalid-response', {
    message: 'the listing of works leads back to a page that was read already',
    status: 200,
    issues: [{ field: 'next', message: 'was given before' }],
  });
}
