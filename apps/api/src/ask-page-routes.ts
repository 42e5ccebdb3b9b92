/**
 * The routes of the page that answers. A form posts to it, so that a question stands in no address; a link may ask too.
 *
 * The same functions answer as for programs. What comes back is never kept.
 */
import { wantsEvents } from '@archive/answer';
import { type AnswerStep, WIRE_ERRORS } from '@archive/contract';
import type { Context, Hono } from 'hono';
import { admitAnswer } from './answers/answer-allowance.ts';
import { askArchive } from './answers/ask-archive.ts';
import { askPorts } from './answers/ask-ports.ts';
import { streamAnswer } from './answers/stream-answer.ts';
import { type AppOptions, archiveFacts, releaseContext, servedIndex } from './app-options.ts';
import { formBody } from './form-body.ts';
import { askPage, type AskState } from './page/ask-page.ts';
import { factsOf } from './request-facts.ts';
import { sampleQuestions } from './sample-questions.ts';
import { readSearchParameters } from './search-parameters.ts';
import { type Outgoing, send } from './send.ts';
import { problemToTell } from './what-to-tell.ts';
import { WireError } from './wire-error.ts';

/** Adds the routes to an application. */
export function addAskPageRoutes(app: Hono, options: AppOptions): void {
  app.get('/ask', async (c) => {
    const asked = new URL(c.req.url).searchParams.get('q');
    // Whoever asks for headers alone has no answer made, by no model.
    if (c.req.method === 'HEAD' && (asked ?? '').trim() !== '')
      return send(c, { body: '', contentType: HTML, caching: 'no-store' });
    return send(c, await askPageOf(c, options, asked));
  });
  app.post('/ask', async (c) => {
    const asked = (await formBody(c.req.raw)).get('q');
    if (!wantsEvents(c.req.header('accept'))) return send(c, await askPageOf(c, options, asked));
    // What the script of the page asks for: the steps, then the page.
    return streamAnswer(c, {
      make: (onStep, signal) => askPageOf(c, options, asked, { onStep, signal }),
      tell: ({ body }, sendEvent) => sendEvent('page', { body }),
      epoch: options.takedownEpoch ?? (() => 0),
      problem: (error) =>
        problemToTell(error, options, { requestId: factsOf(c.req.raw)?.requestId ?? '', route: '/ask' }),
    });
  });
}

/** Whoever follows the making of an answer. */
interface Follower {
  onStep: (step: AnswerStep) => void;
  signal: AbortSignal;
}

async function askPageOf(
  c: Context,
  options: AppOptions,
  asked: string | null,
  follower?: Follower,
): Promise<Outgoing> {
  const index = servedIndex(options);
  const question = asked?.trim() ?? '';
  const { state, status = 200, retryAfter } = await stateOf(c, options, question, follower);
  const body = await askPage(archiveFacts(options, index), {
    question,
    samples: sampleQuestions(index),
    state,
  });
  return {
    body,
    contentType: HTML,
    caching: state.kind === 'welcome' ? 'validated' : 'no-store',
    status,
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  };
}

interface PageState {
  state: AskState;
  status?: NonNullable<Outgoing['status']>;
  retryAfter?: number;
}

async function stateOf(
  c: Context,
  options: AppOptions,
  question: string,
  follower: Follower | undefined,
): Promise<PageState> {
  if (question === '') return { state: { kind: 'welcome' } };
  const { raw } = c.req;
  try {
    const request = readSearchParameters(new URLSearchParams({ q: question }));
    const context = await admitAnswer(options, raw, releaseContext(options, raw));
    const { answer, response } = await askArchive(request, askPorts(options, raw, follower), context);
    const { hits, degraded } = response;
    return { state: { kind: 'answer', answer, hits, ...(degraded === undefined ? {} : { degraded }) } };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, issues, wireCode, retryAfterSeconds } = error;
    return {
      state: { kind: 'problem', detail: message, ...(issues === undefined ? {} : { issues }) },
      status: WIRE_ERRORS[wireCode],
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
    };
  }
}

const HTML = 'text/html; charset=utf-8';
