/**
 * Asks an archive one question and prints what may be known of each hit, oldest first.
 *
 *   node ask.mjs <address of the archive> <question>
 */
import { ArchiveClientError, createArchiveClient } from '@archive/client';

const [baseUrl, ...words] = process.argv.slice(2);
if (baseUrl === undefined || words.length === 0) {
  process.stderr.write('usage: node ask.mjs <address of the archive> <question>\n');
  process.exit(2);
}

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

try {
  const client = createArchiveClient({ baseUrl, timeoutMs: 20_000 });
  const { hits, matched } = await client.search({ q: words.join(' '), limit: 5 }, controller);
  // Dates are strings that sort; undated work comes last.
  const inTime = [...hits].sort((a, b) => (a.date ?? '9999').localeCompare(b.date ?? '9999', 'en'));
  for (const hit of inTime) {
    const { title, url } = hit.entity;
    process.stdout.write(`${hit.date ?? 'undated'}  ${title}, ${hit.locatorLabel}  <${url}>\n`);
    process.stdout.write(`    ${wordsOf(hit)}\n`);
  }
  process.stdout.write(`${hits.length} of ${matched}\n`);
} catch (error) {
  if (controller.signal.aborted) process.exit(130);
  if (!(error instanceof ArchiveClientError)) throw error;
  process.stderr.write(`${error.message}${error.help === undefined ? '' : ` (${error.help})`}\n`);
  for (const { field, message } of error.issues) process.stderr.write(`  ${field} ${message}\n`);
  process.exit(1);
}

/**
 * What a hit lets a reader know: its exposure decides which fields it has.
 *
 * @param {import('@archive/contract').EvidenceHit} hit
 */
function wordsOf(hit) {
  switch (hit.exposure) {
    case 'text':
      return hit.text.trim();
    case 'semantic':
      return `about: ${hit.gist}`;
    case 'locator':
      return 'only where it is may be known';
  }
}
