/**
 * `archive ask`: an answer with its citations, from the published index in this process or from a server with `--url`.
 *
 * Exit codes: 0 with an answer, or with places that may be related; 1 with a refusal; 2 when it was called the wrong way or
 * the config cannot be read; 3 when the model that was to write gave no reply, or nothing answers at `--url`.
 */
import process from 'node:process';
import { answerEvents, answerQuestion, answerText, boundedModel } from '@archive/answer';
import { METHOD_LABELS } from '@archive/api';
import { ArchiveClientError, createArchiveClient } from '@archive/client';
import type { Answer, AnswerEvent, EvidenceHit, SearchRequest } from '@archive/contract';
import { answerOptions, answerSettings, noteModelHost } from '../answer-model-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { DEGRADED_NOTE, printHits } from '../print-hits.ts';
import { publishedSearch } from '../published-search.ts';
import { requestOf } from '../request-options.ts';

/** Runs the command. */
export async function ask(
  { output, cwd }: CommandContext,
  question: string,
  options: Record<string, unknown>,
  named?: string,
): Promise<number> {
  const request = requestOf(question, options, 'ask');
  const told = options['stream'] === true ? teller(output) : undefined;
  const { answer, evidence } =
    options['url'] === undefined
      ? await askHere(cwd, request, { options, named, output, told })
      : await askThere(request, { options, named, told }).catch(refusedThere);
  const isShown = options['showEvidence'] === true;
  if (told === undefined) {
    output.document(isShown ? { answer, evidence: await evidence() } : answer);
    output.line(wholeText(answer));
  }
  if (isShown && !output.json) await printEvidence(output, await evidence(), question);
  else if (isShown && told !== undefined) writeLine({ event: 'evidence', hits: await evidence() });
  return codeOf(answer);
}

/** An answer, and what it was made from where that is asked for. */
interface Asked {
  answer: Answer;
  evidence: () => Promise<readonly EvidenceHit[]>;
}

interface AskingHere {
  options: Record<string, unknown>;
  named: string | undefined;
  output: Output;
  told: ((event: AnswerEvent) => void) | undefined;
}

async function askHere(
  cwd: string,
  request: SearchRequest,
  { options, named, output, told }: AskingHere,
): Promise<Asked> {
  const { search, config } = await publishedSearch(cwd, named, options, 'plain');
  const settings = answerSettings(
    config.answer,
    answerOptions(options, { model: 'model', baseUrl: 'baseUrl' }),
    process.env,
  );
  noteModelHost(output, settings);
  const { model, timeoutMs = MODEL_TIMEOUT_MS } = settings;
  told?.({ event: 'step', step: 'searching' });
  const response = await search(request);
  if (response.degraded !== undefined) output.note(DEGRADED_NOTE);
  const answer = await answerQuestion(request.q, response, {
    ...(model === undefined ? {} : { model: boundedModel(model, AbortSignal.timeout(timeoutMs), timeoutMs) }),
    onModelFailure: ({ message, help }) => {
      output.note(message);
      if (help !== undefined) output.note(`  help: ${help}`);
    },
    ...(told === undefined ? {} : { onStep: (step) => told({ event: 'step', step }) }),
  });
  if (told !== undefined) for (const event of answerEvents(answer, response)) told(event);
  return { answer, evidence: async () => response.hits };
}

async function askThere(
  request: SearchRequest,
  { options, named, told }: Pick<AskingHere, 'options' | 'named' | 'told'>,
): Promise<Asked> {
  for (const [name, flag] of LOCAL_OPTIONS) {
    if (options[name] === undefined) continue;
    throw new CommandError(EXIT_MISUSE, {
      message: `${flag} is for an archive on this machine; with --url the server decides`,
      help: `leave out ${flag} or --url`,
    });
  }
  const baseUrl = addressOf(String(options['url']));
  if (named !== undefined)
    throw new CommandError(EXIT_MISUSE, {
      message: 'a folder and --url are given: two archives, and one question',
      help: 'leave out the folder, or --url',
    });
  const client = createArchiveClient({ baseUrl });
  const evidence = async (): Promise<readonly EvidenceHit[]> => (await client.search(request)).hits;
  if (told === undefined) return { answer: await client.ask(request), evidence };
  let answer: Answer | undefined;
  for await (const event of client.askStream(request)) {
    told(event);
    if (event.event === 'answer') answer = event.answer;
  }
  if (answer === undefined) throw new TypeError('a stream ended without an answer');
  return { answer, evidence };
}

/** A server that cannot be asked is a thing this command needs and does not have. */
function refusedThere(error: unknown): never {
  if (!(error instanceof ArchiveClientError)) throw error;
  const { message, help, issues, wireCode, code } = error;
  if (code === 'unreachable')
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: 'nothing answers at the address of --url, or the connection broke',
      help: 'check --url, the network, and that the server runs',
      cause: error,
    });
  const fields = issues.map(({ field, message: what }) => `${field} ${what}`).join('; ');
  throw new CommandError(wireCode === 'invalid-request' ? EXIT_MISUSE : EXIT_ENVIRONMENT, {
    message: fields === '' ? message : `${message}: ${fields}`,
    ...(help === undefined ? {} : { help }),
    cause: error,
  });
}

/** Tells events: one line of JSON each with `--json`, else steps as notes and the answer in words at its end. */
function teller(output: Output): (event: AnswerEvent) => void {
  if (output.json) return writeLine;
  return (event) => {
    if (event.event === 'step') output.note(`${event.step}…`);
    if (event.event === 'answer') output.line(wholeText(event.answer));
  };
}

/** One line of JSON. */
function writeLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** The answer in words, under a line that says who wrote it. */
function wholeText(answer: Answer): string {
  const { method, sentences, usage } = answer;
  const by =
    method === 'extractive'
      ? `${METHOD_LABELS.extractive}:`
      : `Written by ${usage?.model ?? 'a model'} from public passages, and checked:`;
  return `${sentences.length === 0 ? '' : `${by}\n\n`}${answerText(answer)}`;
}

async function printEvidence(output: Output, hits: readonly EvidenceHit[], question: string): Promise<void> {
  output.line(`\nWhat the search found (${hits.length}):\n`);
  printHits(output, hits, question);
}

function codeOf({ refusal }: Answer): number {
  if (refusal === undefined) return EXIT_SUCCESS;
  return refusal.reason === 'model-unavailable' ? EXIT_ENVIRONMENT : EXIT_FINDING;
}

function addressOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new CommandError(EXIT_MISUSE, {
    message: '--url is not an http or https address',
    help: 'give the address of the page, such as https://archive.example',
  });
}

/** Options that mean nothing to a server elsewhere. */
const LOCAL_OPTIONS = [
  ['model', '--model'],
  ['baseUrl', '--base-url'],
  ['extractive', '--extractive'],
  ['out', '--out'],
  ['archive', '--archive'],
  ['folder', '--folder'],
] as const;

const MODEL_TIMEOUT_MS = 60_000;
