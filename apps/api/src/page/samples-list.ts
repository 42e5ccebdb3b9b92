/**
 * Questions to start with, as plain links to the page that answers them.
 */
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Renders the list; empty when there are none. */
export function samplesList(samples: readonly string[], path: '/' | '/ask'): Markup {
  if (samples.length === 0) return html``;
  return html`<div class="samples ui"><p id="samples">${path === '/ask' ? 'Works to ask about, by their titles:' : 'For example:'}</p>
<ul aria-labelledby="samples" role="list">
${samples.map(
  (question) =>
    html`<li><a href="${path}?q=${encodeURIComponent(question)}"><bdi lang="${writtenIn(question)}">${question}</bdi></a></li>\n`,
)}</ul></div>`;
}
