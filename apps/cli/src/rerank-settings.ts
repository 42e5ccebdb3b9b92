/**
 * Who reads questions and public passages together: the `rerank` section of the config. Nobody, unless it is there.
 */
import { createHttpReranker, type Reranker } from '@archive/api';
import type { RerankSettings } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import type { Output } from './console-output.ts';
import { EXIT_MISUSE } from './exit-codes.ts';

/**
 * The reranker a server asks.
 *
 * @throws {CommandError} exit code 2, when the variable that was named holds no key
 */
export function servedReranker(
  settings: RerankSettings | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { reranker?: Reranker } {
  if (settings === undefined) return {};
  const { url, shape, model, apiKeyEnv } = settings;
  const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
  if (apiKeyEnv !== undefined && (apiKey === undefined || apiKey === ''))
    throw new CommandError(EXIT_MISUSE, {
      message: `rerank.apiKeyEnv names ${apiKeyEnv}, and that variable holds no key`,
      help: `set ${apiKeyEnv}, or leave rerank.apiKeyEnv out of the config where no key is needed`,
    });
  return {
    reranker: createHttpReranker({
      url,
      shape,
      ...(model === undefined ? {} : { model }),
      ...(apiKey === undefined ? {} : { apiKey }),
    }),
  };
}

/** Says what leaves this machine, before anything does. */
export function noteRerankerHost(output: Output, { reranker }: { reranker?: Reranker }): void {
  if (reranker?.host === undefined) return;
  output.note(
    `passages are put in order at ${reranker.host}: questions and the public passages that come nearest go there`,
  );
}
