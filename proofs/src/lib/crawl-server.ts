/**
 * Asks a server everything a stranger can ask, what it says about itself included. Nothing is judged here.
 */
import { crawlArchive, type CrawlPlan, type Exchange, httpSender } from '@archive/evaluation';

/** Asks a server and hands on each answer. Returns how many there were. */
export async function crawlServer(
  url: string,
  plan: CrawlPlan,
  visit: (exchange: Exchange) => void,
): Promise<number> {
  const { requests } = await crawlArchive(httpSender(url, fetch), plan, visit);
  return requests;
}
