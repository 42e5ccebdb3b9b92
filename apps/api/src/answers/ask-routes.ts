/**
 * The routes that answer: a question from the archive, and whether somebody's answer holds against it.
 *
 * Neither may be kept: what is asked is in the body, and what comes back may name private places.
 */
import { answerEvents, wantsEvents } from '@archive/answer';
import { ContractError, parseVerifyRequest, type VerifyRequest } from '@archive/contract';
import type { Hono } from 'hono';
import { type AppOptions, releaseContext, servedIndex } from '../app-options.ts';
import { degradedHeader } from '../degraded.ts';
import { jsonBody } from '../json-body.ts';
import { factsOf } from '../request-facts.ts';
import { readSearchBody } from '../search-parameters.ts';
import { sendJson } from '../send.ts';
import { problemToTell } from '../what-to-tell.ts';
import { invalidRequest } from '../wire-error.ts';
import { admitAnswer, admitCheck } from './answer-allowance.ts';
import { askArchive } from './ask-archive.ts';
import { askPorts } from './ask-ports.ts';
import { streamAnswer } from './stream-answer.ts';
import { verifyAgainstArchive, workOf } from './verify-against-archive.ts';

/** Adds the routes to an application. */
export function addAskRoutes(app: Hono, options: AppOptions): void {
  app.post('/v1/ask', async (c) => {
    c.header('vary', 'Accept', { append: true });
    const { raw } = c.req;
    const request = readSearchBody(await jsonBody(raw), 'request');
    servedIndex(options);
    const context = await admitAnswer(options, raw, releaseContext(options, raw));
    if (!wantsEvents(c.req.header('accept'))) {
      const { answer, response } = await askArchive(request, askPorts(options, raw), context);
      return sendJson(c, answer, 'no-store', degradedHeader(response));
    }
    return streamAnswer(c, {
      make: async (onStep, signal) => {
        const ports = askPorts(options, raw, { signal, onStep });
        return await askArchive(request, ports, context);
      },
      tell: ({ answer, response }, send) => {
        for (const event of answerEvents(answer, response)) send(event.event, event);
      },
      epoch: options.takedownEpoch ?? (() => 0),
      problem: (error) => {
        const requestId = factsOf(raw)?.requestId ?? '';
        return problemToTell(error, options, { requestId, route: '/v1/ask' });
      },
    });
  });

  app.post('/v1/verify', async (c) => {
    const { raw } = c.req;
    const request = readVerifyBody(await jsonBody(raw));
    const index = servedIndex(options);
    const context = releaseContext(options, raw);
    await admitCheck(options, raw, context, workOf(request.sentences));
    const { answers, stopping, search, onModelFailure } = askPorts(options, raw);
    const report = await verifyAgainstArchive(
      request,
      {
        index,
        answers,
        ...(stopping === undefined ? {} : { stopping }),
        ...(search.signal === undefined ? {} : { signal: search.signal }),
        ...(onModelFailure === undefined ? {} : { onModelFailure }),
      },
      request.judge === true ? await admitAnswer(options, raw, context) : context,
    );
    return sendJson(c, report, 'no-store');
  });
}

function readVerifyBody(body: unknown): VerifyRequest {
  try {
    return parseVerifyRequest(body);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw invalidRequest('the request to verify an answer is not valid', error.issues);
  }
}
