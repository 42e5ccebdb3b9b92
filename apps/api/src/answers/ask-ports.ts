/**
 * What an answer on behalf of a request needs besides it: the one way to make it, so that no door has its own.
 */
import type { AnswerStep } from '@archive/contract';
import { type AppOptions, searchPorts, servedIndex } from '../app-options.ts';
import { factsOf } from '../request-facts.ts';
import type { AskPorts } from './ask-archive.ts';

/** Ports of one request. @throws {WireError} `index-unavailable` */
export function askPorts(
  options: AppOptions,
  request: Request,
  { signal, onStep }: { signal?: AbortSignal; onStep?: (step: AnswerStep) => void } = {},
): AskPorts {
  const { answers = {}, stopping, log, meters } = options;
  const requestId = factsOf(request)?.requestId ?? '';
  const search = searchPorts(options, servedIndex(options), request);
  return {
    search: signal === undefined ? search : { ...search, signal },
    answers,
    ...(stopping === undefined ? {} : { stopping }),
    ...(onStep === undefined ? {} : { onStep }),
    onModelFailure: ({ failure, status }) => {
      meters?.countModelFailure(failure);
      log?.({ event: 'model', requestId, failure, ...(status === undefined ? {} : { status }) });
    },
  };
}
