/**
 * `archive search`: asks the published served index in process and prints the wire response.
 */
import type { CommandContext } from '../command-context.ts';
import { EXIT_SUCCESS } from '../exit-codes.ts';
import { DEGRADED_NOTE, printHits } from '../print-hits.ts';
import { publishedSearch } from '../published-search.ts';
import { requestOf } from '../request-options.ts';

/** Runs the command; exit code 0 whether or not something was found. */
export async function search(
  { output, cwd }: CommandContext,
  query: string,
  options: Record<string, unknown>,
  named?: string,
): Promise<number> {
  const request = requestOf(query, options, 'search');
  const published = await publishedSearch(cwd, named, options);
  const response = await published.search(request);
  output.document(response);
  if (response.degraded !== undefined) output.note(DEGRADED_NOTE);
  if (response.didYouMean !== undefined) output.line(`did you mean: ${response.didYouMean}`);
  printHits(output, response.hits, query);
  const { matched, excludedUndated } = response;
  output.line(
    `${matched} matched${excludedUndated > 0 ? `, ${excludedUndated} left out for carrying no date` : ''}`,
  );
  return EXIT_SUCCESS;
}
