/**
 * A search box over an archive: asks while the reader types, and shows of each hit what its exposure allows.
 *
 * The question stands in the part of the address after `#`, which browsers send to nobody.
 */
import { ArchiveClientError, createArchiveClient } from '@archive/client';
import { hitItem } from './hit-item.js';

const archive = document.querySelector('meta[name=archive]')?.getAttribute('content') ?? location.origin;
const client = createArchiveClient({ baseUrl: archive, timeoutMs: 10_000 });
const form = /** @type {HTMLFormElement} */ (document.getElementById('ask'));
const question = /** @type {HTMLInputElement} */ (document.getElementById('question'));
const status = /** @type {HTMLElement} */ (document.getElementById('status'));
const hits = /** @type {HTMLElement} */ (document.getElementById('hits'));

/** The call that is under way; a newer question ends it. */
let asking = new AbortController();

form.addEventListener('submit', (event) => {
  event.preventDefault();
  location.hash = new URLSearchParams({ q: question.value }).toString();
});
addEventListener('hashchange', askFromAddress);
askFromAddress();

function askFromAddress() {
  const q = new URLSearchParams(location.hash.slice(1)).get('q') ?? '';
  question.value = q;
  if (q.trim() !== '') void ask(q);
}

/** @param {string} q */
async function ask(q) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  status.textContent = 'Asking …';
  try {
    const answer = await client.search({ q, limit: 10 }, { signal });
    hits.replaceChildren(...answer.hits.map((hit) => hitItem(hit)));
    status.textContent = `${answer.hits.length} of ${answer.matched}`;
  } catch (error) {
    if (signal.aborted) return;
    hits.replaceChildren();
    status.textContent =
      error instanceof ArchiveClientError ? `It did not work: ${error.message}.` : 'It did not work.';
  }
}
