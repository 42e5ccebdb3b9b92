/**
 * Asks an archive everything a stranger can ask: every known call, what its own description and its tools say, bad
 * requests, and the links of its pages.
 *
 * Nothing is judged here, and nothing is sent but by the port that is given.
 */
import { type DiscoveredDoors, discoverDoors, discoveredCalls, plainCalls } from './discovered-calls.ts';
import type { Exchange, SendCall } from './exchange.ts';
import { callsAbout, callsFor, standingCalls } from './known-calls.ts';

/** What to ask about. */
export interface CrawlPlan {
  readonly queries: readonly string[];
  /** Fragment and entity ids, served or not. */
  readonly ids: readonly string[];
  /** Ask only what is known of every archive, not what this one says about itself. */
  readonly onlyKnown?: boolean;
  /** Most requests; the plan is thinned out evenly to keep it. */
  readonly most?: number;
}

/** What was done. */
export interface CrawlAccount extends DiscoveredDoors {
  readonly requests: number;
}

/** Asks, and hands on each answer. */
export async function crawlArchive(
  send: SendCall,
  { queries, ids, onlyKnown = false, most = Number.MAX_SAFE_INTEGER }: CrawlPlan,
  visit: (exchange: Exchange) => void,
): Promise<CrawlAccount> {
  const doors = onlyKnown ? { routes: [], tools: [] } : await discoverDoors(send);
  const about = queries.flatMap((query) => [...callsAbout(query), ...discoveredCalls(doors, query)]);
  const of = ids.flatMap((id) => [...callsFor(id), ...discoveredCalls(doors, id, true)]);
  const calls = [...standingCalls(), ...plainCalls(doors), ...thinned([...about, ...of], most)];
  const pages = new Set<string>();
  for (const call of calls) {
    const exchange = await send(call);
    visit(exchange);
    if (exchange.contentType.includes('html')) {
      for (const [, path] of new TextDecoder().decode(exchange.body).matchAll(/(?:href|src)="(\/[^"]*)"/g))
        pages.add((path as string).replaceAll('&amp;', '&'));
    }
  }
  const links = thinned([...pages], Math.ceil(most / LINKS));
  for (const path of links) visit(await send({ label: 'GET a link of a page', path, sent: valuesIn(path) }));
  return { ...doors, requests: calls.length + links.length };
}

/** One link is followed for so many requests of a plan that has a bound. */
const LINKS = 8;

/** What following a link sends. */
function valuesIn(path: string): string[] {
  const values: string[] = [];
  new URL(path, 'http://page').searchParams.forEach((value) => values.push(value));
  return values;
}

/** At most so many, evenly spread over all. */
function thinned<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}
