/**
 * Writes a question as query parameters, for clients that ask by GET.
 */
import type { SearchRequest } from '@archive/contract';

/** The parameters of a question; lists repeat their name, what is not given is left out. */
export function searchQuery({ q, limit, recency, filters = {} }: SearchRequest): URLSearchParams {
  const query = new URLSearchParams({ q });
  for (const [name, value] of Object.entries({ limit, recency, ...filters })) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query;
}
