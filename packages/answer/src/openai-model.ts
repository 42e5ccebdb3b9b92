/**
 * A model behind any endpoint that speaks the OpenAI protocol, hosted or local: the one file that touches the `openai` package,
 * an optional peer loaded at the first question.
 *
 * Asks the Responses API; where a server does not have it, chat completions, and remembers that. Nothing is to be stored, every
 * setting the SDK would read from the environment is given here, and redirects are not followed, because they would carry a
 * question to a host nobody agreed to. One exchange has a time, its body included, which the SDK's own limit leaves out; one failure of
 * transport is tried again.
 */
import type OpenAI from 'openai';
import type { AnswerModel, ModelPrompt, ModelReply } from './answer-model.ts';
import { type AskedEndpoint, endpointFailure, shownAddress, unreadable } from './endpoint-failure.ts';
import { checkedBaseUrl, checkedKey, remoteHost } from './model-endpoint.ts';
import { ModelConfigError, ModelError } from './model-error.ts';

/** Settings of {@link createOpenAiModel}. */
export interface OpenAiModelOptions {
  /** `gpt-5-mini`, or whatever the endpoint offers. */
  model: string;
  /** Default the public OpenAI endpoint; a version path such as `/v1` belongs to it. */
  baseUrl?: string;
  /** May be left out for an endpoint on this machine. */
  apiKey?: string;
  /** For one exchange, in milliseconds; default 60,000. */
  timeoutMs?: number;
  /** Wait before the one retry, in milliseconds; default 500. */
  retryWaitMs?: number;
}

/** Address that is asked when none is configured. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/**
 * Makes a model over the OpenAI protocol, named `openai:<model>`: a strict JSON Schema, temperature 0, or low effort for models
 * that reason.
 *
 * @throws {ModelConfigError} when the address or the key cannot be used
 */
export function createOpenAiModel(options: OpenAiModelOptions): AnswerModel {
  return openAiModel(options, () => import('openai'));
}

/** The same with a way to load the SDK; its types stay behind the door, where the package may be missing. */
export function openAiModel(options: OpenAiModelOptions, load: LoadSdk): AnswerModel {
  const { model, timeoutMs = 60_000, retryWaitMs = 500 } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl ?? OPENAI_BASE_URL);
  const host = remoteHost(baseUrl);
  const apiKey = checkedKey(options.apiKey, host);
  const address = shownAddress(baseUrl);
  const asked = { address, model, timeoutMs, hasKey: (options.apiKey ?? '') !== '' };
  let connecting: Promise<Sdk> | undefined;
  let hasResponses = true;

  async function exchange(prompt: ModelPrompt, signal: AbortSignal | undefined): Promise<ModelReply> {
    connecting ??= connect({ baseUrl, apiKey, timeoutMs, load });
    const { client, errors } = await connecting;
    const time = AbortSignal.timeout(timeoutMs);
    const request = { signal: signal === undefined ? time : AbortSignal.any([signal, time]) };
    try {
      if (hasResponses) {
        try {
          return readResponse(await client.responses.create(responsesBody(model, prompt), request), asked);
        } catch (error) {
          if (!(error instanceof errors.APIError && LACKS_ENDPOINT.has(error.status ?? 0))) throw error;
        }
      }
      const reply = readChat(await client.chat.completions.create(chatBody(model, prompt), request), asked);
      hasResponses = false;
      return reply;
    } catch (error) {
      signal?.throwIfAborted();
      throw endpointFailure(error, errors, time.aborted, asked);
    }
  }

  return {
    model: `openai:${model}`,
    ...(host === undefined ? {} : { host }),
    address,
    async generate(prompt, { signal } = {}) {
      signal?.throwIfAborted();
      try {
        return await exchange(prompt, signal);
      } catch (error) {
        if (!(error instanceof ModelError && RETRIED.has(error.failure))) throw error;
        await pause(retryWaitMs, signal);
        return await exchange(prompt, signal);
      }
    },
  };
}

type LoadSdk = () => Promise<{ default: typeof OpenAI }>;

interface Sdk {
  client: OpenAI;
  errors: typeof OpenAI;
}

async function connect({
  baseUrl,
  apiKey,
  timeoutMs,
  load,
}: {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  load: LoadSdk;
}): Promise<Sdk> {
  let errors: typeof OpenAI;
  try {
    errors = (await load()).default;
  } catch (cause) {
    throw new ModelConfigError({
      setting: 'peer',
      message: 'the package openai is needed for this model and is not installed',
      help: 'run: npm install openai',
      cause,
    });
  }
  const client = new errors({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'manual' },
  });
  return { client, errors };
}

function responsesBody(
  model: string,
  { instructions, input, format }: ModelPrompt,
): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  return {
    model,
    instructions,
    input,
    store: false,
    text: {
      format: { type: 'json_schema', name: format.name, strict: true, schema: { ...format.schema } },
    },
    ...(reasons(model)
      ? { reasoning: { effort: 'low' }, max_output_tokens: REASONING_TOKENS }
      : { temperature: 0, max_output_tokens: REPLY_TOKENS }),
  };
}

function chatBody(
  model: string,
  { instructions, input, format }: ModelPrompt,
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
      json_schema: { name: format.name, strict: true, schema: { ...format.schema } },
    },
    ...(reasons(model)
      ? { reasoning_effort: 'low', max_completion_tokens: REASONING_TOKENS }
      : { temperature: 0, max_tokens: REPLY_TOKENS }),
  };
}

/** Models that think before they answer take an effort in place of a temperature. */
function reasons(model: string): boolean {
  return /^gpt-5|^o\d/.test(model);
}

function readResponse(answer: unknown, asked: AskedEndpoint): ModelReply {
  const output = member(answer, 'output');
  if (!Array.isArray(output)) throw unreadable(asked);
  const parts = output.flatMap((item: unknown) => {
    const content = member(item, 'content');
    return member(item, 'type') === 'message' && Array.isArray(content) ? (content as unknown[]) : [];
  });
  const texts = parts
    .filter((part) => member(part, 'type') === 'output_text')
    .map((part) => member(part, 'text'))
    .filter((text) => typeof text === 'string');
  const usage = member(answer, 'usage');
  return {
    text: texts.length === 0 ? undefined : texts.join(''),
    isDeclined: parts.some((part) => member(part, 'type') === 'refusal'),
    isTruncated: member(answer, 'status') === 'incomplete',
    ...usageOf(member(usage, 'input_tokens'), member(usage, 'output_tokens')),
  };
}

function readChat(answer: unknown, asked: AskedEndpoint): ModelReply {
  const choices = member(answer, 'choices');
  if (!Array.isArray(choices)) throw unreadable(asked);
  const message = member(choices[0], 'message');
  const [content, refusal] = [member(message, 'content'), member(message, 'refusal')];
  const ended = member(choices[0], 'finish_reason');
  const usage = member(answer, 'usage');
  return {
    text: typeof content === 'string' ? content : undefined,
    isDeclined: typeof refusal === 'string' && refusal !== '',
    isTruncated: ended === 'length' || ended === 'content_filter',
    ...usageOf(member(usage, 'prompt_tokens'), member(usage, 'completion_tokens')),
  };
}

function usageOf(input: unknown, output: unknown): Pick<ModelReply, 'inputTokens' | 'outputTokens'> {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : {};
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Answers of a server that does not know the Responses API; a missing model answers the same, and then chat fails too. */
const LACKS_ENDPOINT: ReadonlySet<number> = new Set([404, 405, 501]);
/** What may be better a moment later. A server that was too slow has had its time. */
const RETRIED: ReadonlySet<string> = new Set(['unreachable', 'overloaded']);
/** Room for an answer in any script, as JSON. */
const REPLY_TOKENS = 4_000;
/** The same after some thought. */
const REASONING_TOKENS = 16_000;
