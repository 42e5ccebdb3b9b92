/**
 * What went wrong between us and an endpoint, as one {@link ModelError}: for the operator, who needs the address, the status
 * and the model to do anything about it.
 *
 * Holds nothing that was sent or came back: what a server says of an error may repeat the question.
 */
import { ModelError, type ModelFailure } from './model-error.ts';

/** Who was asked, and for how long. */
export interface AskedEndpoint {
  /** From {@link shownAddress}. */
  address: string;
  model: string;
  timeoutMs: number;
  /** Whether a key was sent. */
  hasKey: boolean;
}

type ErrorClass<Thrown> = abstract new (...parts: never) => Thrown;

/** The classes of errors of the SDK, as far as they are told apart. */
export interface SdkErrors {
  APIError: ErrorClass<{ status: number | undefined; code: string | null | undefined }>;
  APIConnectionError: ErrorClass<Error>;
  APIConnectionTimeoutError: ErrorClass<Error>;
}

/** An address without credentials, query and fragment, any of which may hold a key. */
export function shownAddress(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The time of a call or of an answer is used up. */
export function timedOut(who: string, timeoutMs: number | undefined): ModelError {
  return new ModelError('timed-out', {
    message:
      timeoutMs === undefined
        ? `${who} did not answer in time`
        : `${who} timed out after ${timeoutMs / 1000} s`,
    help: 'ask a smaller or nearer model, or allow more time',
  });
}

/** It answered with something that is no reply of a model. */
export function unreadable({ address }: AskedEndpoint): ModelError {
  return new ModelError('unreadable', {
    message: `${address} answered with something that is no reply of a model`,
    help: 'check the base address; that of an OpenAI-compatible server usually ends in /v1',
  });
}

/** Names what the SDK threw. @param isLate whether our own time for the call is over */
export function endpointFailure(
  error: unknown,
  errors: SdkErrors,
  isLate: boolean,
  asked: AskedEndpoint,
): ModelError {
  if (error instanceof ModelError) return error;
  if (isLate || error instanceof errors.APIConnectionTimeoutError)
    return timedOut(asked.address, asked.timeoutMs);
  // A body that breaks off is a TypeError of fetch, with a cause; one without is the SDK's own trouble with what it read.
  const isBroken = error instanceof TypeError && error.cause !== undefined;
  if (error instanceof errors.APIConnectionError || isBroken) return unreachable(error, asked.address);
  if (error instanceof errors.APIError) return fromStatus(error.status, error.code, asked);
  return unreadable(asked);
}

function unreachable(error: unknown, address: string): ModelError {
  const code = causeCode(error);
  const [message, help] =
    code === 'ECONNREFUSED'
      ? [`${address} refused the connection`, 'start the server of the model, or check host and port']
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? [`the host of ${address} was not found`, 'check the base address and the network']
        : CERTIFICATE.test(code ?? '')
          ? [
              `the certificate of ${address} is not trusted`,
              'check the base address, or add the authority with NODE_EXTRA_CA_CERTS',
            ]
          : [
              `${address} cannot be reached, or it cut the connection`,
              'check the base address and that the server runs',
            ];
  return new ModelError('unreachable', { message, help });
}

/** The code of the system, wherever in the chain of causes it stands. */
function causeCode(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; depth < 4 && typeof cause === 'object' && cause !== null; depth++) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return undefined;
}

function fromStatus(
  status: number | undefined,
  code: string | null | undefined,
  { address, model, hasKey }: AskedEndpoint,
): ModelError {
  const failed = (failure: ModelFailure, says: string, help: string): ModelError =>
    new ModelError(failure, {
      message: `${address} ${says}`,
      help,
      ...(status === undefined ? {} : { status }),
    });
  if (status !== undefined && status >= 300 && status < 400)
    return failed(
      'redirected',
      `redirected (${status}), which is not followed`,
      'give the address it leads to, if questions may go there',
    );
  if (code === 'insufficient_quota')
    return failed('refused', 'says that the quota of this key is spent', 'add to it at the provider');
  if (status === 401 || status === 403)
    return failed(
      'refused',
      hasKey ? `refused the key (${status})` : `refused to answer without a key (${status})`,
      'check the key, and the name of the variable that holds it (answer.apiKeyEnv)',
    );
  if (status === 404)
    return failed(
      'refused',
      `answered 404: does it have the model ${model}?`,
      'check the name of the model and the base address',
    );
  if (status === undefined || LATER.has(status) || status >= 500)
    return failed(
      'overloaded',
      `answered ${status ?? 'without a status'}`,
      'try again later, or see what its log says',
    );
  return failed(
    'refused',
    `answered ${status}`,
    'check the model, the key and its quota, and the base address',
  );
}

const LATER: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;
