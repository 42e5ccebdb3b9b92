/**
 * The command: `archive-synthesis <address of an archive>`, read and checked.
 *
 * A key in the environment chooses nothing: without `--model` no model is asked, and the key is read from the variable that
 * was named, or for the provider's own address from the one that is the provider's.
 */
import { type AnswerModel, createOpenAiModel } from '@archive/answer';
import { Command } from 'commander';
import type { StartOptions } from './start-synthesis.ts';

/** Port when none is given. */
const DEFAULT_PORT = 8790;

/** Builds the command; `start` is handed what was asked for. */
export function synthesisProgram(
  start: (options: StartOptions) => Promise<void>,
  env: Readonly<Record<string, string | undefined>>,
): Command {
  return new Command('archive-synthesis')
    .description('Answers questions from an archive elsewhere, each sentence cited, or refuses.')
    .argument('<archive>', 'address of the archive, such as https://archive.example')
    .addHelpText('after', '\nExit codes: 2 called the wrong way, 3 it could not be started.')
    .option('--port <n>', 'port, 0 picks a free one', String(DEFAULT_PORT))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--model <name>',
      'have this model write answers, which are then checked (default: they are quoted)',
    )
    .option(
      '--base-url <address>',
      'OpenAI-compatible endpoint of the model, such as http://localhost:11434/v1',
    )
    .option(
      '--api-key-env <name>',
      'environment variable that holds the key (default OPENAI_API_KEY without --base-url, else none)',
    )
    .option('--timeout <seconds>', 'longest time a model may take for one answer', '60')
    .exitOverride()
    .action(async (archiveUrl: string, options: Record<string, string | undefined>, command: Command) => {
      const { host = '127.0.0.1' } = options;
      if (!URL.canParse(archiveUrl) || !/^https?:$/.test(new URL(archiveUrl).protocol))
        command.error('error: <archive> is not an http or https address, such as https://archive.example');
      const port = wholeNumber(options['port'], 65_535);
      const seconds = wholeNumber(options['timeout'], 600);
      if (port === undefined) command.error('error: --port is not a number from 0 to 65535');
      if (seconds === undefined || seconds === 0)
        command.error('error: --timeout is not a number from 1 to 600');
      const model = modelOf(options, env, (words) => command.error(`error: ${words}`));
      await start({
        archiveUrl,
        host,
        port: port ?? DEFAULT_PORT,
        timeoutMs: (seconds ?? 60) * 1000,
        ...(model === undefined ? {} : { model }),
      });
    });
}

function modelOf(
  { model, baseUrl, apiKeyEnv }: Record<string, string | undefined>,
  env: Readonly<Record<string, string | undefined>>,
  refuse: (words: string) => never,
): AnswerModel | undefined {
  if (model === undefined) {
    if ((baseUrl ?? apiKeyEnv) !== undefined)
      refuse('an address or a key of a model is given, and no --model');
    return undefined;
  }
  const apiKey = env[apiKeyEnv ?? (baseUrl === undefined ? 'OPENAI_API_KEY' : '')];
  return createOpenAiModel({
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}

function wholeNumber(text: string | undefined, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value <= most ? value : undefined;
}
