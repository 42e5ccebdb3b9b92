/**
 * A reply that could not be had.
 *
 * Holds facts about the exchange, never what was sent or what came back.
 */
import { ArchiveError } from '@archive/contract';

/** What went wrong, from the caller's side. */
export type ModelFailure =
  | 'unreachable'
  | 'timed-out'
  /** The endpoint will not serve this request: key, model, quota, size. */
  | 'refused'
  /** The endpoint asks to come back later. */
  | 'overloaded'
  /** It answered with something that is no reply of a model. */
  | 'unreadable';

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
