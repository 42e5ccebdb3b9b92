/**
 * Drafts through any endpoint that speaks the OpenAI protocol, hosted or local.
 *
 * Decides what counts as an answer, what is tried again and how long to wait. It never chooses itself: a key in the
 * environment does nothing until this drafter is named, and whether passages may leave this machine is asked before
 * the first one does (decisions 1.11).
 */
import { randomBytes } from 'node:crypto';
import { DraftConfigError } from './draft-config-error.ts';
import { DraftError, type DraftFailure } from './draft-error.ts';
import type { Drafter, DraftReply, DraftUsage } from './drafter.ts';
import { type OpenAiAnswer, openAiClient } from './openai-client.ts';
import { PROMPT_VERSION, renderDraftPrompt } from './prompt/gist-1.ts';
import { remoteHost } from './remote-host.ts';
import { pause, SharedWait } from './shared-wait.ts';

/** Settings of {@link createOpenAiDrafter}. */
export interface OpenAiDrafterOptions {
  /** `gpt-5-mini`, or whatever the endpoint offers. */
  model: string;
  /** Default the public OpenAI endpoint; a version path such as `/v1` belongs to it. */
  baseUrl?: string;
  /** May be left out for an endpoint on this machine. */
  apiKey?: string;
  /** Per request, in milliseconds; default 120,000. */
  timeoutMs?: number;
  /** Tries after the first; default 6. An answer without a gist is asked for once more only. */
  retries?: number;
  /** Wait before the first retry, in milliseconds, then doubled; default 1,000. */
  firstWaitMs?: number;
  /** Longest single wait, in milliseconds, whatever the server asks; default 300,000. */
  maxWaitMs?: number;
  /** Draws the mark that fences the data of one request; replaced in tests. Default 16 random hex digits. */
  makeFence?: () => string;
}

/** Address that is asked when none is configured. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/**
 * Makes a drafter over the OpenAI protocol, model `openai:<model>`.
 *
 * Uses the Responses API with `store: false` and a strict JSON schema, or chat completions with the same schema where
 * a server has no Responses API. Temperature 0, or low effort for models that reason. When the server asks for a pause,
 * all requests of this drafter keep it. The `openai` package is an optional peer, loaded at the first draft.
 *
 * @throws {DraftConfigError} when the address or the key cannot be used
 */
export function createOpenAiDrafter(options: OpenAiDrafterOptions): Drafter {
  const {
    model,
    timeoutMs = 120_000,
    retries = 6,
    firstWaitMs = 1000,
    maxWaitMs = 300_000,
    makeFence = () => randomBytes(8).toString('hex'),
  } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl ?? OPENAI_BASE_URL);
  const host = remoteHost(baseUrl);
  const ask = openAiClient({ model, baseUrl, apiKey: checkedKey(options.apiKey, host), timeoutMs });
  const wait = new SharedWait();
  return {
    model: `openai:${model}`,
    promptVersion: PROMPT_VERSION,
    ...(host === undefined ? {} : { host }),
    async draft(request, { signal, onWait } = {}): Promise<DraftReply> {
      const spent: DraftUsage = { inputTokens: 0, outputTokens: 0 };
      for (let failed = 0; ; failed++) {
        await wait.pass(signal, onWait);
        try {
          const answer = await ask(renderDraftPrompt(request, makeFence()), signal);
          spent.inputTokens += answer.usage?.inputTokens ?? 0;
          spent.outputTokens += answer.usage?.outputTokens ?? 0;
          return { gist: gistOf(answer), usage: spent };
        } catch (error) {
          if (!(error instanceof DraftError)) throw error;
          if (failed >= Math.min(retries, TRIES[error.failure])) throw about(error, request.fragmentId);
          const waitMs = Math.min(Math.max(error.retryAfterMs ?? 0, firstWaitMs * 2 ** failed), maxWaitMs);
          if (concernsAll(error)) wait.closeFor(waitMs);
          else if (error.failure !== 'wrong-answer') await pause(waitMs, signal);
        }
      }
    },
  };
}

/** The gist in an answer. What the answer says otherwise is not repeated: it may be the passage. */
function gistOf({ text, isDeclined }: OpenAiAnswer): string {
  if (isDeclined) throw new DraftError('declined', { message: 'the model declined to describe the passage' });
  let answer: unknown;
  try {
    answer = JSON.parse(text ?? '');
  } catch {
    throw new DraftError('wrong-answer', { message: 'the answer of the drafting endpoint is no JSON' });
  }
  const gist =
    typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'gist')
      ? (answer as { gist: unknown }).gist
      : undefined;
  if (typeof gist !== 'string' || gist.trim() === '')
    throw new DraftError('wrong-answer', { message: 'the answer of the drafting endpoint holds no gist' });
  return gist;
}

/** The same failure, with the fragment it concerns. */
function about(error: DraftError, fragmentId: string): DraftError {
  const { failure, status, retryAfterMs } = error;
  const isOwn = failure === 'wrong-answer' || failure === 'declined';
  return new DraftError(failure, {
    message: `${error.message}, for fragment \`${fragmentId}\``,
    ...(isOwn
      ? { help: 'run it again, write this gist by hand, or set the exposure of the fragment to locator' }
      : error.help === undefined
        ? {}
        : { help: error.help }),
    fragmentId,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Whether the failure says something about the server and not about this one request. */
function concernsAll({ failure, status, retryAfterMs }: DraftError): boolean {
  return failure === 'unreachable' || status === 429 || status === 503 || retryAfterMs !== undefined;
}

/** Most retries each failure is worth. */
const TRIES: Readonly<Record<DraftFailure, number>> = {
  unreachable: Number.POSITIVE_INFINITY,
  'timed-out': Number.POSITIVE_INFINITY,
  overloaded: Number.POSITIVE_INFINITY,
  'wrong-answer': 1,
  refused: 0,
  declined: 0,
};

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const good =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!good) {
    throw new DraftConfigError({
      setting: 'baseUrl',
      message:
        'the base address of the drafting endpoint is not an http or https address without credentials',
      help: 'write an address such as http://127.0.0.1:11434/v1, and give a key through the environment',
    });
  }
  return baseUrl;
}

function checkedKey(apiKey: string | undefined, host: string | undefined): string {
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  if (host === undefined) return 'none';
  throw new DraftConfigError({
    setting: 'apiKey',
    message: `no API key is given for the drafting endpoint at ${host}`,
    help: 'set OPENAI_API_KEY',
  });
}
