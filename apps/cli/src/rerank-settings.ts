/**
 * Who reads questions and public passages together: the `rerank` section of the config. Nobody, unless it is there.
 */
import { createHttpReranker, type Reranker } from '@archive/api';
import type { RerankSettings } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import type { Output } from './console-output.ts';
import type { DoctorFinding } from './doctor-finding.ts';
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

/** What `archive doctor` says of it; asks it nothing. None where nobody reads passages. */
export function rerankerFindings(
  settings: RerankSettings | undefined,
  env: Readonly<Record<string, string | undefined>>,
): DoctorFinding[] {
  const check = 'rerank';
  try {
    const { reranker } = servedReranker(settings, env);
    if (reranker === undefined) return [];
    const where = reranker.host === undefined ? 'on this machine' : `at ${reranker.host}`;
    return [{ check, state: 'ok', says: `passages are put in order ${where}; it was not contacted` }];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, help } = error;
    return [{ check, state: 'fault', says: message, ...(help === undefined ? {} : { help }) }];
  }
}
