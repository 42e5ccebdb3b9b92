/**
 * What the HTTP application is made of, given from outside so that it holds no clock, file or setting of its own.
 */
import type { Embedder } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import type { Context } from 'hono';
import type { AnswerSettings } from './answers/answer-settings.ts';
import type { ServerKey } from './caller/server-key.ts';
import type { CorsOrigins } from './cors.ts';
import type { Limits } from './limits/limits.ts';
import type { Meters } from './metrics/meters.ts';
import type { ArchiveFacts } from './page/html-page.ts';
import type { QuestionEmbedder } from './question-embedder.ts';
import type { Check } from './readiness.ts';
import type { Reranker } from './rerank/http-reranker.ts';
import { factsOf } from './request-facts.ts';
import type { SearchPorts } from './search-archive.ts';
import type { Ledger } from './ledger/ledger.ts';
import { ANONYMOUS, narrowedToPublic, type ReleaseContext } from './release-context.ts';
import type { Log } from './request-log.ts';
import { indexUnavailable } from './wire-error.ts';

/** Options of {@link createApp}. */
export interface AppOptions {
  /** The index that is served now; asked once per request, so that one request sees one index. */
  index: () => ServedIndex | undefined;
  /** What questions of this index are embedded with. */
  embedder: Embedder | ((index: ServedIndex) => Embedder);
  /** Shown on the pages; default what the index says of itself. */
  name?: string;
  /** Default what the index says, else what the embedder says. */
  reach?: 'lexical' | 'semantic';
  /** Host values to answer to; absent means any (a server that others can reach). */
  hosts?: () => ReadonlySet<string>;
  /** Says who sends a request, opaquely and always alike; default: everybody is the same. */
  callerOf?: (c: Context) => string;
  /** What one caller may ask for; default: without end. */
  limits?: Limits;
  /** Embeds questions within the limits; default: one made for this application. */
  questions?: QuestionEmbedder;
  /** Reads the question and the best public passages together; default: nobody does. */
  reranker?: Reranker;
  /** How questions are answered; default: by quoting. */
  answers?: AnswerSettings;
  /** Fires when the server is about to stop: what then waits for a model waits no longer. */
  stopping?: AbortSignal;
  /** Pages of other sites that may call; default: none. */
  cors?: CorsOrigins;
  /** Grows whenever something is taken down: an answer made under an older one is made again. */
  takedownEpoch?: () => number;
  /** What cursors are sealed with; default: a key that lives as long as the application. */
  secret?: ServerKey;
  /** What must work for `/ready`, besides index and embedder. */
  checks?: Readonly<Record<string, Check>>;
  /** Counts what is done. */
  meters?: Meters;
  /** Writes questions into the log as well; default false. */
  logQueries?: boolean;
  /** Says on whose behalf a request is; default: on that of its caller. */
  contextOf?: (request: Request) => ReleaseContext;
  /** Keeps account of what of private works each caller gets; default: nobody does. */
  ledger?: Ledger;
  /** Default: the clock of the machine. */
  now?: () => Date;
  /** How long a question may take to embed, in milliseconds; default 10,000. */
  embedTimeoutMs?: number;
  /** Default: nothing is written down. */
  log?: Log;
  /** Is handed what a caller is never told, for an operator's debugging. */
  onInternalError?: (error: unknown, requestId: string) => void;
}

/** Largest request body, in bytes. */
export const BODY_MAX_BYTES = 16 * 1024;

/** Largest body that holds an answer to check, in bytes: what the contract allows, in any script. */
export const VERIFY_BODY_MAX_BYTES = 512 * 1024;

/** Default of {@link AppOptions.embedTimeoutMs}. */
export const EMBED_TIMEOUT_MS = 10_000;

/** The index of this request. @throws {WireError} `index-unavailable` */
export function servedIndex({ index }: AppOptions): ServedIndex {
  const served = index();
  if (served === undefined) throw indexUnavailable();
  return served;
}

/** The embedder that goes with an index. */
export function embedderOf({ embedder }: Pick<AppOptions, 'embedder'>, index: ServedIndex): Embedder {
  return typeof embedder === 'function' ? embedder(index) : embedder;
}

/** The context of this request. */
export function releaseContext({ contextOf, ledger }: AppOptions, request: Request): ReleaseContext {
  const facts = factsOf(request);
  const context = contextOf?.(request) ?? (facts === undefined ? ANONYMOUS : { caller: facts.caller });
  if (facts?.isPublicOnly === true) return narrowedToPublic(context);
  return ledger === undefined || context.ledger !== undefined ? context : { ...context, ledger };
}

/** What a search on behalf of a request needs besides it: the one way to make it, so that no door has its own. */
export function searchPorts(options: AppOptions, index: ServedIndex, request: Request): SearchPorts {
  const { questions, reranker, log, logQueries, meters, now } = options;
  const { embedTimeoutMs = EMBED_TIMEOUT_MS } = options;
  const requestId = factsOf(request)?.requestId ?? '';
  return {
    index,
    embedder: embedderOf(options, index),
    now: now?.() ?? new Date(),
    embedTimeoutMs,
    signal: request.signal,
    ...(questions === undefined ? {} : { questions }),
    ...(reranker === undefined ? {} : { reranker }),
    onRerankFailure: (error) => {
      meters?.countRerankFailure();
      log?.({ event: 'reranker', requestId, error });
    },
    ...(logQueries === true && log !== undefined
      ? { onQuestion: (query: string) => log({ event: 'question', requestId, query }) }
      : {}),
  };
}

function answersFact({ answers }: AppOptions): Pick<ArchiveFacts, 'answers'> {
  const writer = answers?.model;
  if (writer === undefined) return {};
  const { model, host } = writer;
  return { answers: { model, ...(host === undefined ? {} : { host }) } };
}

/** What the pages say about the archive; without an index only what the options state. */
export function archiveFacts(options: AppOptions, index: ServedIndex | undefined): ArchiveFacts {
  const about = index?.about;
  return {
    name: options.name ?? about?.name ?? 'Archive',
    ...(about?.author === undefined ? {} : { author: about.author }),
    fixture: about?.fixture === true,
    reach:
      options.reach ?? about?.reach ?? (index === undefined ? 'lexical' : embedderOf(options, index).reach),
    ...answersFact(options),
    ...(options.reranker?.host === undefined ? {} : { rereadAt: options.reranker.host }),
  };
}
