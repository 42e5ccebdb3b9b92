/**
 * Asks an archive in every way the client has, and says what came back as data. Uses what every JavaScript runtime of
 * today has: `fetch`, streams, timers.
 */
import { ArchiveClientError, createArchiveClient } from '@archive/client';

/**
 * What an archive says to a question: what it finds, what it answers, and whether that answer holds.
 *
 * @param {string} baseUrl address of the archive
 * @param {string} question
 */
export async function digest(baseUrl, question) {
  const client = createArchiveClient({ baseUrl });
  const titles = [];
  for await (const { title } of client.entities()) titles.push(title);

  const request = { q: question, limit: 5 };
  const { hits } = await client.search(request);
  const byUrl = await createArchiveClient({ baseUrl, questions: 'GET' }).search(request);
  const [best] = hits;
  const fragment = best && (await client.fragment(best.fragmentId));

  const steps = [];
  let answer;
  for await (const event of client.askStream({ q: question })) {
    if (event.event === 'step') steps.push(event.step);
    if (event.event === 'answer') ({ answer } = event);
  }
  const sentences = answer?.sentences ?? [];
  const checked =
    sentences.length === 0
      ? undefined
      : await client.verify({
          question,
          sentences: sentences.map(({ text, citations }) => ({
            text,
            citations: citations.map(({ fragmentId, url }) => ({ fragmentId, url })),
          })),
        });

  return {
    titles,
    hits: hits.map(({ fragmentId, exposure, score }) => ({ fragmentId, exposure, score })),
    isSameByUrl: JSON.stringify(byUrl.hits) === JSON.stringify(hits),
    work: best && (await client.entity(best.entity.id))?.entity.title,
    fragment: fragment?.fragmentId,
    nothing: (await client.entity('essay:nothing')) === undefined,
    contracts: (await client.policy()).contracts,
    steps,
    sentences: sentences.map(({ text }) => text),
    isChecked: checked?.pass,
    refused: await nameOfFailure(() => client.search({ q: ' ' })),
    aborted: await nameOfFailure(() => client.search(request, { signal: AbortSignal.abort() })),
  };
}

/**
 * @param {() => Promise<unknown>} call
 */
async function nameOfFailure(call) {
  try {
    await call();
    return 'none';
  } catch (error) {
    if (error instanceof ArchiveClientError) return error.code;
    return error instanceof Error ? error.name : 'unknown';
  }
}
