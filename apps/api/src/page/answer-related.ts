/**
 * What may be relevant and is not released as text: by work, in the fixed words of the answer.
 */
import type { Answer, EntityFace, RelatedWork } from '@archive/contract';
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
  const [head = '', ...rest] = text.split('\n');
  return html`<li class="hit ${tone}"><p dir="auto">${headMarkup(head, entity)}</p>
<ul>
${rest.map((line) => html`<li dir="auto" lang="${writtenIn(line)}">${line.replace(/^- /, '')}</li>\n`)}</ul></li>
`;
}

/** The first line, which begins with the title, with that as a link. */
function headMarkup(head: string, entity: EntityFace): Markup {
  const { title } = entity;
  return head.startsWith(title)
    ? html`<b>${workAnchor(entity)}</b>${head.slice(title.length)}`
    : html`${head} <b>${workAnchor(entity)}</b>`;
}
