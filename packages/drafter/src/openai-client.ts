/**
 * The one file that touches the `openai` package, an optional peer loaded when the first draft is asked for.
 *
 * Turns one prompt into the text of an answer or into a {@link DraftError}. It asks the Responses API; where a server
 * does not have it, chat completions, and remembers that. Nothing is to be stored, every setting the SDK would read from
 * the environment is given here, and redirects are refused, because they would carry text to a host nobody agreed to.
 * The SDK's own retries are off: they cannot be ended by a signal, wait as long as any server asks, and know nothing of
 * the other requests of a run.
 */
import type OpenAI from 'openai';
import { ArchiveError } from '@archive/contract';
import { DraftError } from './draft-error.ts';
import type { DraftUsage } from './drafter.ts';
import { DRAFT_SCHEMA, type DraftPrompt } from './prompt/gist-1.ts';
import { retryAfterMs } from './retry-after.ts';

/** Where and how to ask. */
export interface OpenAiClientOptions {
  model: string;
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  /** Loads the SDK; replaced in tests. */
  load?: () => Promise<{ default: typeof OpenAI }>;
}

/** What came back: the text of the answer, unparsed, and what it cost. */
export interface OpenAiAnswer {
  /** Undefined when the answer holds no text. */
  text: string | undefined;
  /** The model said that it would not do it. */
  isDeclined: boolean;
  usage?: DraftUsage;
}

/** Sends one prompt. */
export type OpenAiAsk = (prompt: DraftPrompt, signal?: AbortSignal) => Promise<OpenAiAnswer>;

/** An optional peer that is not installed. */
export class MissingPeerError extends ArchiveError {
  /** Name of the package. */
  readonly peer: string;

  constructor(options: { peer: string; cause?: unknown }) {
    super('missing-peer', {
      message: `the package ${options.peer} is needed for this drafter and is not installed`,
      help: `run: npm install ${options.peer}`,
      cause: options.cause,
    });
    this.peer = options.peer;
  }
}

/** Makes a function that sends one prompt at a time; the SDK is loaded once. */
export function openAiClient(options: OpenAiClientOptions): OpenAiAsk {
  const { model } = options;
  let loading: Promise<Sdk> | undefined;
  let hasResponses = true;

  async function askResponses(
    { client }: Sdk,
    prompt: DraftPrompt,
    request: SdkOptions,
  ): Promise<OpenAiAnswer> {
    const answer: unknown = await client.responses.create(responsesBody(model, prompt), request);
    return readResponse(answer);
  }

  async function askChat({ client }: Sdk, prompt: DraftPrompt, request: SdkOptions): Promise<OpenAiAnswer> {
    const answer: unknown = await client.chat.completions.create(chatBody(model, prompt), request);
    return readChat(answer);
  }

  return async (prompt, signal) => {
    loading ??= connect(options);
    const sdk = await loading;
    const request = signal === undefined ? {} : { signal };
    try {
      if (!hasResponses) return await askChat(sdk, prompt, request);
      try {
        return await askResponses(sdk, prompt, request);
      } catch (error) {
        if (!(error instanceof sdk.errors.APIError && LACKS_ENDPOINT.has(error.status ?? 0))) throw error;
        const answer = await askChat(sdk, prompt, request);
        hasResponses = false;
        return answer;
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw translated(error, sdk.errors);
    }
  };
}

interface Sdk {
  client: OpenAI;
  errors: typeof OpenAI;
}

interface SdkOptions {
  signal?: AbortSignal;
}

async function connect({
  baseUrl,
  apiKey,
  timeoutMs,
  load = () => import('openai'),
}: OpenAiClientOptions): Promise<Sdk> {
  let errors: typeof OpenAI;
  try {
    errors = (await load()).default;
  } catch (cause) {
    throw new MissingPeerError({ peer: 'openai', cause });
  }
  const client = new errors({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  });
  return { client, errors };
}

function responsesBody(
  model: string,
  { instructions, input }: DraftPrompt,
): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  return {
    model,
    instructions,
    input,
    store: false,
    text: { format: { type: 'json_schema', name: 'note', strict: true, schema: { ...DRAFT_SCHEMA } } },
    ...(reasons(model)
      ? { reasoning: { effort: 'low' }, max_output_tokens: REASONING_TOKENS }
      : { temperature: 0, max_output_tokens: ANSWER_TOKENS }),
  };
}

function chatBody(
  model: string,
  { instructions, input }: DraftPrompt,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: input },
    ],
    store: false,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'note', strict: true, schema: { ...DRAFT_SCHEMA } },
    },
    ...(reasons(model)
      ? { reasoning_effort: 'low', max_completion_tokens: REASONING_TOKENS }
      : { temperature: 0, max_tokens: ANSWER_TOKENS }),
  };
}

/** Models that think before they answer take an effort in place of a temperature. */
function reasons(model: string): boolean {
  return /^gpt-5|^o\d/.test(model);
}

function readResponse(answer: unknown): OpenAiAnswer {
  const output = field(answer, 'output');
  const parts = (Array.isArray(output) ? output : []).flatMap((item) => {
    const content = field(item, 'content');
    return field(item, 'type') === 'message' && Array.isArray(content) ? content : [];
  });
  const texts = parts
    .filter((part) => field(part, 'type') === 'output_text')
    .map((part) => field(part, 'text'))
    .filter((text) => typeof text === 'string');
  const usage = field(answer, 'usage');
  return {
    text: texts.length === 0 ? undefined : texts.join(''),
    isDeclined: parts.some((part) => field(part, 'type') === 'refusal'),
    ...usageOf(field(usage, 'input_tokens'), field(usage, 'output_tokens')),
  };
}

function readChat(answer: unknown): OpenAiAnswer {
  const choices = field(answer, 'choices');
  const message = field(Array.isArray(choices) ? choices[0] : undefined, 'message');
  const content = field(message, 'content');
  const refusal = field(message, 'refusal');
  const usage = field(answer, 'usage');
  return {
    text: typeof content === 'string' ? content : undefined,
    isDeclined: typeof refusal === 'string' && refusal !== '',
    ...usageOf(field(usage, 'prompt_tokens'), field(usage, 'completion_tokens')),
  };
}

function usageOf(input: unknown, output: unknown): { usage?: DraftUsage } {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(input) && isCount(output) ? { usage: { inputTokens: input, outputTokens: output } } : {};
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function translated(error: unknown, errors: typeof OpenAI): unknown {
  if (error instanceof errors.APIConnectionTimeoutError)
    return new DraftError('timed-out', { message: 'the drafting endpoint did not answer in time' });
  if (error instanceof errors.APIConnectionError) {
    return new DraftError('unreachable', {
      message: 'the drafting endpoint cannot be reached',
      help: 'check gist.baseUrl and that the server runs',
    });
  }
  if (error instanceof errors.APIError) return fromStatus(error.status, error.code, error.headers);
  return new DraftError('wrong-answer', { message: 'the answer of the drafting endpoint cannot be read' });
}

function fromStatus(
  status: number | undefined,
  code: string | null | undefined,
  headers: Headers | undefined,
): DraftError {
  const isSpent = code === 'insufficient_quota';
  const isLater = status === undefined || [408, 409, 425, 429].includes(status) || status >= 500;
  const isOverloaded = isLater && !isSpent;
  const wait = retryAfterMs(headers?.get('retry-after'), Date.now());
  return new DraftError(isOverloaded ? 'overloaded' : 'refused', {
    message: isSpent
      ? 'the drafting endpoint says that the quota of this key is spent'
      : `the drafting endpoint answered with status ${status ?? 'unknown'}`,
    help: isOverloaded ? 'try again later' : 'check the API key and its quota, gist.model and gist.baseUrl',
    ...(status === undefined ? {} : { status }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** Answers of a server that does not know the Responses API; a missing model answers the same, and then chat fails too. */
const LACKS_ENDPOINT: ReadonlySet<number> = new Set([404, 405, 501]);
/** Room for the longest gist in any script, as JSON. */
const ANSWER_TOKENS = 2000;
/** The same after some thought. */
const REASONING_TOKENS = 8000;
