/**
 * Responses and answers kept in order, so that a run can be judged again without asking anybody.
 *
 * A recording holds what was released; whoever writes it to a disk keeps it as closed as the index.
 */
import {
  type Answer,
  answerSchema,
  ArchiveError,
  type SearchRequest,
  type SearchResponse,
  searchResponseSchema,
} from '@archive/contract';
import { z } from 'zod';
import type { EvalPorts } from './eval-ports.ts';

/** The name of this form, in every recording. */
export const RECORDING_CONTRACT = 'archive-eval-recording/1';

/** What came back for one request, call by call. */
export interface RecordedRequest {
  /** The request as JSON. */
  request: string;
  responses: SearchResponse[];
  answers: Answer[];
}

/** A run's responses. */
export interface EvalRecording {
  contract: typeof RECORDING_CONTRACT;
  requests: RecordedRequest[];
}

/** Raised when a recording cannot be read, or does not hold what is asked of it. */
export class RecordingError extends ArchiveError {
  constructor(problem: string) {
    super('eval-recording', { message: problem, help: 'record again with --record' });
  }
}

/** Wraps ports so that what comes back is kept. Errors are not. */
export function recordPorts(ports: EvalPorts): { ports: EvalPorts; recording: EvalRecording } {
  const requests = new Map<string, RecordedRequest>();
  const of = (request: SearchRequest): RecordedRequest => {
    const key = JSON.stringify(request);
    const entry = requests.get(key) ?? { request: key, responses: [], answers: [] };
    if (!requests.has(key)) {
      requests.set(key, entry);
      recording.requests.push(entry);
    }
    return entry;
  };
  const recording: EvalRecording = { contract: RECORDING_CONTRACT, requests: [] };
  const { search, ask } = ports;
  return {
    recording,
    ports: {
      ...ports,
      search: async (request, options) => {
        const response = await search(request, options);
        of(request).responses.push(response);
        return response;
      },
      ...(ask === undefined
        ? {}
        : {
            ask: async (request, options) => {
              const answer = await ask(request, options);
              of(request).answers.push(answer);
              return answer;
            },
          }),
    },
  };
}

/**
 * Ports that answer from a recording: each request in the order it was recorded, the last one again and again. `ask` is
 * there when the recording holds answers.
 */
export function replayPorts(recording: EvalRecording): Pick<EvalPorts, 'search' | 'ask'> {
  const known = new Map(recording.requests.map((entry) => [entry.request, entry]));
  const turns = new Map<string, number>();
  const next = async <T>(request: SearchRequest, kind: 'responses' | 'answers'): Promise<T> => {
    const key = JSON.stringify(request);
    const all = (known.get(key)?.[kind] ?? []) as T[];
    const turn = turns.get(kind + key) ?? 0;
    turns.set(kind + key, turn + 1);
    const kept = all[Math.min(turn, all.length - 1)];
    if (kept === undefined) throw new RecordingError('the recording does not hold this request');
    return kept;
  };
  const hasAnswers = recording.requests.some(({ answers }) => answers.length > 0);
  return {
    search: (request) => next(request, 'responses'),
    ...(hasAnswers ? { ask: (request) => next(request, 'answers') } : {}),
  };
}

/** Reads a recording. @throws {RecordingError} */
export function parseRecording(text: string): EvalRecording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordingError('the recording is no JSON');
  }
  const parsed = recordingSchema.safeParse(value);
  if (!parsed.success) throw new RecordingError('the recording is not as a run writes it');
  return parsed.data;
}

const recordingSchema: z.ZodType<EvalRecording> = z.strictObject({
  contract: z.literal(RECORDING_CONTRACT),
  requests: z.array(
    z.strictObject({
      request: z.string(),
      responses: z.array(searchResponseSchema),
      answers: z.array(answerSchema),
    }),
  ),
});
