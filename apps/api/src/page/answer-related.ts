/**
 * What may be relevant and is not released as text: by work, in the fixed words of the answer.
 */
import type { Answer, RelatedWork } from '@archive/contract';
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { workAnchor } from './record-link.ts';
import { writtenIn } from './written-in.ts';

/** Renders the related works; empty when there are none. */
export function answerRelated({ related }: Answer): Markup {
  if (related.length === 0) return html``;
  return html`<section class="related" aria-labelledby="related">
<h2 id="related" class="ui">Related, and not quoted</h2>
<ul role="list">
${related.map(relatedMarkup)}</ul>
<p class="why ui"><a href="/help#locator">Why is this not quoted?</a></p>
</section>
`;
}

function relatedMarkup({ entity, text, places }: RelatedWork): Markup {
  const tone = places.some(({ exposure }) => exposure === 'semantic') ? 'semantic' : 'locator';
  return html`<li class="hit ${tone}"><h3>${workAnchor(entity)}</h3>
${text.split('\n').map((line) => html`<p dir="auto" lang="${writtenIn(line)}">${line}</p>\n`)}</li>
`;
}
