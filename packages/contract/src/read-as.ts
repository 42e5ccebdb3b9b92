/**
 * Reads what a server sent by a tolerant schema, and says what is wrong with it in field names alone.
 *
 * Invariant: the error holds nothing of what was sent but names of fields: of keys a server made up, those alone that are
 * letters, digits and a few marks, at most 40.
 */
import type * as z from 'zod';
import { ContractError } from './errors.ts';
import { fieldIssues } from './read-request.ts';

/**
 * Reads a value of a response.
 *
 * @param what      the name of the thing in the message
 * @param contract  the contract it must fit
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function readAs<T>(
  reader: z.ZodType<T>,
  what: string,
  input: unknown,
  contract = 'archive-search/1',
): T {
  const result = reader.safeParse(input);
  if (result.success) return result.data;
  const issues = fieldIssues(result.error);
  throw new ContractError('invalid-response', {
    message: `the ${what} does not fit ${contract}: ${issues.map(({ field }) => field || 'all of it').join(', ')}`,
    help: 'check that the address is an archive server of this contract version',
    issues,
  });
}
