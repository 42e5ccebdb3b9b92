/**
 * The options of a command that asks the archive, as a request.
 */
import { ContractError, parseSearchRequest, type SearchRequest } from '@archive/contract';
import { CommandError } from './command-error.ts';
import { EXIT_MISUSE } from './exit-codes.ts';

/** Reads them. @throws {CommandError} exit code 2, naming what cannot be asked */
export function requestOf(
  query: string,
  options: Readonly<Record<string, unknown>>,
  command: string,
): SearchRequest {
  const filters = {
    type: options['type'],
    dateFrom: options['from'],
    dateTo: options['to'],
    undated: options['undated'],
    creator: options['creator'],
    speaker: options['speaker'],
    exposure: options['exposure'],
    raw: options['raw'],
  };
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  try {
    return parseSearchRequest({
      q: query,
      ...(options['limit'] === undefined ? {} : { limit: Number(options['limit']) }),
      ...(options['recency'] === undefined ? {} : { recency: options['recency'] }),
      ...(Object.keys(given).length === 0 ? {} : { filters: given }),
    });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new CommandError(EXIT_MISUSE, {
      message: error.issues.map(({ field, message }) => `${field || 'request'} ${message}`).join('; '),
      help: `see archive ${command} --help`,
    });
  }
}
