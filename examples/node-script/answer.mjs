/**
 * Has an archive answer a question and prints each sentence with the numbers of its sources; what is being done meanwhile
 * goes to stderr.
 *
 *   node answer.mjs <address of the archive> <question>
 */
import { ArchiveClientError, createArchiveClient } from '@archive/client';

const [baseUrl, ...words] = process.argv.slice(2);
if (baseUrl === undefined || words.length === 0) {
  process.stderr.write('usage: node answer.mjs <address of the archive> <question>\n');
  process.exit(2);
}

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

try {
  const client = createArchiveClient({ baseUrl });
  for await (const event of client.askStream({ q: words.join(' ') }, controller)) {
    if (event.event === 'step') process.stderr.write(`${event.step}…\n`);
    if (event.event === 'answer') process.stdout.write(`${linesOf(event.answer).join('\n')}\n`);
  }
} catch (error) {
  if (controller.signal.aborted) process.exit(130);
  if (!(error instanceof ArchiveClientError)) throw error;
  process.stderr.write(`${error.message}${error.help === undefined ? '' : ` (${error.help})`}\n`);
  process.exit(1);
}

/**
 * An answer in lines: the sentences or the refusal, the sources by number, and what may be related in its fixed words.
 *
 * @param {import('@archive/contract').Answer} answer
 */
function linesOf({ method, sentences, sources, related, refusal }) {
  const numbers = new Map(sources.map(({ fragmentId }, at) => [fragmentId, at + 1]));
  return [
    ...(refusal === undefined ? [] : [refusal.text]),
    ...(sentences.length === 0 ? [] : [method === 'model' ? 'Written by a model, checked:' : 'Quoted:']),
    ...sentences.map(
      ({ text, citations }) =>
        `${text} ${citations.map(({ fragmentId }) => `[${numbers.get(fragmentId)}]`).join('')}`,
    ),
    ...sources.map(
      ({ entity, locatorLabel }, at) => `[${at + 1}] ${entity.title}, ${locatorLabel} <${entity.url}>`,
    ),
    ...related.map(({ text, entity }) => `${text}\n<${entity.url}>`),
  ];
}
