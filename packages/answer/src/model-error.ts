/**
 * A reply that could not be had.
 *
 * Holds facts about the exchange, never what was sent or what came back.
 */
import { ArchiveError } from '@archive/contract';
import type { AnswerModel, ModelReply } from './answer-model.ts';

/** What went wrong, from the caller's side. */
export type ModelFailure =
  | 'unreachable'
  /** The endpoint sends elsewhere; no question goes to a host nobody agreed to. */
  | 'redirected'
  | 'timed-out'
  /** The endpoint will not serve this request: key, model, quota, size. */
  | 'refused'
  /** The endpoint asks to come back later. */
  | 'overloaded'
  /** It answered with something that is no reply of a model. */
  | 'unreadable'
  /** The model said that it would not do it. */
  | 'declined'
  /** The model said nothing, twice. */
  | 'silent'
  /** The adapter of the model threw something of its own. */
  | 'failed';

/** What a {@link ModelError} is made from. */
export interface ModelErrorOptions {
  /** One sentence, lower case, without anything that was sent or came back. */
  message: string;
  /** What to do about it. */
  help?: string;
  /** HTTP status, when a server answered. */
  status?: number;
}

/** The failure of a model that was asked properly. */
export class ModelError extends ArchiveError {
  /** What went wrong. */
  readonly failure: ModelFailure;
  /** HTTP status, when a server answered. */
  readonly status: number | undefined;

  constructor(failure: ModelFailure, { message, help, status }: ModelErrorOptions) {
    super('model', help === undefined ? { message } : { message, help });
    this.failure = failure;
    this.status = status;
  }
}

/** What an adapter threw, as an error of ours: its kind, never its words. */
export function asModelError(error: unknown, { model, address }: Omit<AnswerModel, 'generate'>): ModelError {
  if (error instanceof ModelError) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  return new ModelError('failed', { message: `${address ?? model} could not be asked (${kind})` });
}

/** A reply without a word in it. */
export function saidNothing(
  { isDeclined }: ModelReply,
  { model, address }: Omit<AnswerModel, 'generate'>,
): ModelError {
  const who = address === undefined ? model : `${model} at ${address}`;
  return new ModelError(isDeclined ? 'declined' : 'silent', {
    message: isDeclined ? `${who} declined to write an answer` : `${who} replied twice without a word`,
  });
}

/** A setting of a model that cannot be used. */
export class ModelConfigError extends ArchiveError {
  /** Which setting. */
  readonly setting: 'baseUrl' | 'apiKey' | 'peer';

  constructor({
    setting,
    message,
    help,
    cause,
  }: {
    setting: 'baseUrl' | 'apiKey' | 'peer';
    message: string;
    help: string;
    cause?: unknown;
  }) {
    super('model-config', { message, help, cause });
    this.setting = setting;
  }
}
