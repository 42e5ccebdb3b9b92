/**
 * The routes: a question is searched for in an archive elsewhere, and answered here; anybody's answer is checked the same
 * way.
 *
 * It is a caller of that archive like any other: what it holds is what the archive released to it, and all who ask here
 * share the one account and the limits it has there.
 */
import { setImmediate } from 'node:timers/promises';
import {
  answerEvents,
  answerQuestion,
  type AnswerModel,
  boundedModel,
  eventStream,
  judgeFaithfulness,
  type ModelError,
  verifyInTurn,
  wantsEvents,
} from '@archive/answer';
import type { ArchiveClient } from '@archive/client';
import {
  ANSWER_STEPS,
  type Answer,
  type AnswerStep,
  parseSearchRequest,
  parseVerifyRequest,
  type SearchRequest,
  type SearchResponse,
} from '@archive/contract';
import { type Context, Hono } from 'hono';
import { jsonBody } from './json-body.ts';
import { ProblemError, problemFor } from './problem.ts';
import { publicPassages } from './public-passages.ts';

/** What the service is made of. */
export interface SynthesisOptions {
  archive: ArchiveClient;
  /** Writes answers; default: sentences of the archive are quoted. */
  model?: AnswerModel;
  /** The longest a model may take for one answer, in milliseconds; default 60,000. */
  timeoutMs?: number;
  /** Answers that are made at a time; default 8. */
  atATime?: number;
  /** Host values to answer to; absent means any. */
  hosts?: () => ReadonlySet<string>;
  /** Fires when the service is about to stop: then a model is not waited for. */
  stopping?: AbortSignal;
  /** Is told why the model gave no reply; whoever asked learns only that it gave none. */
  onModelFailure?: (error: ModelError) => void;
  /** Is told what went wrong on this side, never what was asked. */
  onInternalError?: (error: unknown) => void;
}

/** Makes the application; hand its `fetch` to a server. */
export function createSynthesisApp(options: SynthesisOptions): Hono {
  const { archive, hosts, onInternalError, atATime = AT_A_TIME } = options;
  const app = new Hono();
  let underWay = 0;
  const enter = (): (() => void) => {
    if (underWay >= atATime)
      throw new ProblemError('rate-limited', 'too many answers are being made', { retryAfterSeconds: 5 });
    underWay += 1;
    let isIn = true;
    return () => {
      if (isIn) underWay -= 1;
      isIn = false;
    };
  };
  const problemIn = (error: unknown) => problemFor(error, onInternalError);

  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    const refusal = hosts === undefined ? undefined : guardRefusal(c, hosts());
    if (refusal !== undefined) return c.json({ type: 'about:blank', ...refusal }, refusal.status);
    return next();
  });

  app.post('/v1/ask', async (c) => {
    c.header('vary', 'Accept');
    const request = parseSearchRequest(await jsonBody(c.req.raw, ASK_MAX_BYTES));
    const leave = enter();
    if (!wantsEvents(c.req.header('accept'))) {
      try {
        return c.json((await ask(request, options, c.req.raw.signal)).answer);
      } finally {
        leave();
      }
    }
    const body = eventStream(
      async (send, signal) => {
        try {
          const onStep = inOrder((step) => send('step', { event: 'step', step }));
          const { answer, response } = await ask(request, options, signal, onStep);
          for (const event of answerEvents(answer, response)) send(event.event, event);
        } catch (error) {
          if (!signal.aborted) send('error', problemIn(error).problem);
        } finally {
          leave();
        }
      },
      { signal: c.req.raw.signal },
    );
    c.header('content-type', 'text/event-stream; charset=utf-8');
    c.header('x-accel-buffering', 'no');
    return c.body(body);
  });

  app.post('/v1/verify', async (c) => {
    const { question, sentences, judge } = parseVerifyRequest(await jsonBody(c.req.raw, VERIFY_MAX_BYTES));
    const leave = enter();
    try {
      const { signal } = c.req.raw;
      const passages = await publicPassages(archive, sentences, signal);
      const report = await verifyInTurn(question, sentences, passages, { giveWay: setImmediate, signal });
      const model = boundedOf(options);
      if (judge !== true || model === undefined) return c.json(report);
      const judged = await judgeFaithfulness(question, sentences, passages, model, {
        signal,
        onModelFailure: failureTeller(options),
      });
      return c.json({ ...report, judged });
    } finally {
      leave();
    }
  });

  const archiveIsThere = askedSparingly(async () => {
    try {
      await archive.policy({ signal: AbortSignal.timeout(HEALTH_MS) });
      return true;
    } catch {
      return false;
    }
  });
  app.get('/health', async (c) => {
    const isThere = await archiveIsThere();
    return c.json({ status: isThere ? 'ok' : 'archive-unavailable' }, isThere ? 200 : 503);
  });

  app.notFound((c) => sendProblem(c, new ProblemError('not-found', 'nothing is served under this address')));
  app.onError((error, c) => sendProblem(c, error));

  function sendProblem(c: Context, error: unknown): Response {
    const { problem, retryAfterSeconds } = c.req.raw.signal.aborted ? GONE : problemIn(error);
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
    c.header('content-type', 'application/problem+json');
    return c.body(JSON.stringify(problem), problem.status as 400);
  }
  return app;
}

async function ask(
  request: SearchRequest,
  options: SynthesisOptions,
  signal: AbortSignal,
  onStep: (step: AnswerStep) => void = () => undefined,
): Promise<{ answer: Answer; response: SearchResponse }> {
  onStep('searching');
  const response = await options.archive.search(request, { signal });
  const model = boundedOf(options);
  const answer = await answerQuestion(request.q, response, {
    signal,
    onStep,
    onModelFailure: failureTeller(options),
    ...(model === undefined ? {} : { model }),
  });
  return { answer, response };
}

function boundedOf({ model, timeoutMs = MODEL_MS, stopping }: SynthesisOptions): AnswerModel | undefined {
  if (model === undefined) return undefined;
  const time = AbortSignal.timeout(timeoutMs);
  return boundedModel(model, stopping === undefined ? time : AbortSignal.any([time, stopping]), timeoutMs);
}

/** Tells of a failure, but not of a model that is no longer waited for. */
function failureTeller({ stopping, onModelFailure }: SynthesisOptions): (error: ModelError) => void {
  return (error) => {
    if (stopping?.aborted !== true) onModelFailure?.(error);
  };
}

/** Whoever talks to a service on this machine calls it by its own name (a page elsewhere, by a rebound one, does not). */
function guardRefusal(
  c: Context,
  hosts: ReadonlySet<string>,
): { status: 403 | 421; title: string; detail: string } | undefined {
  const host = c.req.header('host')?.toLowerCase();
  if (host === undefined || !hosts.has(host))
    return {
      status: 421,
      title: 'Misdirected Request',
      detail: 'this service answers to its own address only',
    };
  const origin = c.req.header('origin');
  if (origin === undefined || (URL.canParse(origin) && hosts.has(new URL(origin).host))) return undefined;
  return { status: 403, title: 'Forbidden', detail: 'requests from pages of other sites are refused' };
}

/** Steps go forward, each once. */
function inOrder(tell: (step: AnswerStep) => void): (step: AnswerStep) => void {
  let furthest = -1;
  return (step) => {
    const at = ANSWER_STEPS.indexOf(step);
    if (at > furthest) tell(step);
    furthest = Math.max(furthest, at);
  };
}

/** Keeps what was found for a while: whoever asks often must not make the archive be asked as often. */
function askedSparingly(look: () => Promise<boolean>): () => Promise<boolean> {
  let found: { at: number; value: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (found === undefined || now - found.at > HEALTH_KEPT_MS) found = { at: now, value: look() };
    return found.value;
  };
}

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const AT_A_TIME = 8;
const MODEL_MS = 60_000;
const HEALTH_MS = 3000;
const HEALTH_KEPT_MS = 5000;
const ASK_MAX_BYTES = 16 * 1024;
const VERIFY_MAX_BYTES = 512 * 1024;
/** For a caller who has gone and reads nothing. */
const GONE = problemFor(new ProblemError('index-unavailable', 'the caller has gone'));
