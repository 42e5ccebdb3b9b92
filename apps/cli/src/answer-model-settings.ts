/**
 * Who writes answers: the `answer` section of the config, and the options of a command, which win.
 *
 * A key in the environment chooses nothing. It is read where a model was named, from the variable that was named; the one of
 * the provider's own address has a name of its own, and is sent nowhere else.
 */
import { type AnswerModel, createOpenAiModel } from '@archive/answer';
import type { AnswerSettings } from '@archive/api';
import type { AnswerProviderSettings } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import type { Output } from './console-output.ts';
import { EXIT_MISUSE } from './exit-codes.ts';

/** The options of a command that choose a model. */
interface AnswerOptions {
  /** Model to ask: a model is asked, whatever the config says. */
  model: string | undefined;
  baseUrl: string | undefined;
  /** No model is asked, whatever the config says. */
  extractive: boolean;
}

/** Reads the options; `names` are those of the command for model and address. */
export function answerOptions(
  options: Readonly<Record<string, unknown>>,
  names: { model: string; baseUrl: string },
): AnswerOptions {
  const given = (name: string): string | undefined =>
    options[name] === undefined ? undefined : String(options[name]);
  return {
    model: given(names.model),
    baseUrl: given(names.baseUrl),
    extractive: options['extractive'] === true,
  };
}

/**
 * How answers are written.
 *
 * @throws {CommandError} exit code 2, for options that contradict each other
 * @throws {ModelConfigError} for an address or a key that cannot be used
 */
export function answerSettings(
  config: AnswerProviderSettings = {},
  { model: named, baseUrl: at, extractive }: AnswerOptions,
  env: Readonly<Record<string, string | undefined>>,
): AnswerSettings {
  if (extractive && (named ?? at) !== undefined)
    throw misuse('--extractive asks no model, and a model is named');
  const { timeoutSeconds, mcp } = config;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000;
  const model = extractive ? undefined : modelOf(config, named, at, env, timeoutMs);
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(mcp === undefined ? {} : { mcpTool: mcp }),
  };
}

function modelOf(
  config: AnswerProviderSettings,
  named: string | undefined,
  at: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number | undefined,
): AnswerModel | undefined {
  const model = named ?? config.model;
  if (model === undefined) {
    if (at === undefined) return undefined;
    throw misuse('an address of a model is given, and no model');
  }
  // Another address than that of the config is another party: the key of the config is not for it.
  const baseUrl = at ?? config.baseUrl;
  const variable = at === undefined || at === config.baseUrl ? config.apiKeyEnv : undefined;
  const apiKey = env[variable ?? (baseUrl === undefined ? 'OPENAI_API_KEY' : '')];
  return createOpenAiModel({
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** The same for a server, whose options have longer names, and the MCP tool with it. */
export function servedAnswers(
  config: AnswerProviderSettings | undefined,
  options: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): AnswerSettings {
  const settings = answerSettings(
    config,
    answerOptions(options, { model: 'askModel', baseUrl: 'askBaseUrl' }),
    env,
  );
  return options['mcpAsk'] === true ? { ...settings, mcpTool: true } : settings;
}

/** Says what leaves this machine, before anything does. */
export function noteModelHost(output: Output, { model }: AnswerSettings): void {
  if (model === undefined) return;
  output.note(
    model.host === undefined
      ? `answers are written by ${model.model}, on this machine`
      : `answers are written by ${model.model} at ${model.host}: questions, public passages and the titles, names and places of what else is found go there`,
  );
}

function misuse(message: string): CommandError {
  return new CommandError(EXIT_MISUSE, { message, help: 'name a model, or leave the address out' });
}
