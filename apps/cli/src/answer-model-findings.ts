/**
 * What `archive doctor` says of the model that writes answers: is its setting usable, where do questions go, is its server
 * there?
 *
 * Asks no model anything. A server on this machine is connected to and nothing is sent; another one is left alone, since a
 * look at the state of an archive should leave the machine for nobody.
 */
import { connect } from 'node:net';
import { ArchiveError } from '@archive/contract';
import type { AnswerProviderSettings } from '@archive/ingest';
import { answerSettings } from './answer-model-settings.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** The findings; none where answers are quoted. */
export async function answerModelFindings(
  config: AnswerProviderSettings | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DoctorFinding[]> {
  const check = 'answers';
  try {
    const unasked = { model: undefined, baseUrl: undefined, extractive: false };
    const { model } = answerSettings(config, unasked, env);
    if (model === undefined) return [];
    const { host, address = '' } = model;
    if (host !== undefined)
      return [
        {
          check,
          state: 'ok',
          says: `written by ${model.model} at ${host}; a key is given; it was not contacted`,
          help: 'archive ask shows whether it replies',
        },
      ];
    return (await listens(address))
      ? [{ check, state: 'ok', says: `written by ${model.model}; ${address} takes connections` }]
      : [
          {
            check,
            state: 'fault',
            says: `to be written by ${model.model}, but nothing takes connections at ${address}`,
            help: 'start the server of the model, or correct answer.baseUrl',
          },
        ];
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const { message, help } = error;
    return [{ check, state: 'fault', says: message, ...(help === undefined ? {} : { help }) }];
  }
}

/** Whether somebody takes connections at an address; the connection is closed again at once. */
function listens(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    });
    const end = (does: boolean): void => {
      socket.destroy();
      resolve(does);
    };
    socket.setTimeout(CONNECT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

const CONNECT_MS = 2000;
