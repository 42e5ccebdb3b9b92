/**
 * The public passages an answer cites, by number: the work, the place in it, and the passage folded up.
 */
import type { Answer, AnswerSource, EvidenceHit } from '@archive/contract';
import { hitHighlights } from '@archive/retrieve';
import { html } from 'hono/html';
import { sourceAnchor } from './answer-prose.ts';
import type { Markup } from './html-page.ts';
import { paragraphs } from './passage.ts';
import { people } from './people.ts';
import { placeLink } from './place-link.ts';
import { OUTSIDE, workAnchor, workLink } from './record-link.ts';
import { writtenIn } from './written-in.ts';

/** Renders the sources; empty when there are none. */
export function answerSources({ question, sources }: Answer, hits: readonly EvidenceHit[]): Markup {
  if (sources.length === 0) return html``;
  return html`<section class="sources" aria-labelledby="sources">
<h2 id="sources" class="ui">Sources</h2>
<ol>
${sources.map((source, at) =>
  sourceMarkup(
    source,
    at + 1,
    hits.find(({ fragmentId }) => fragmentId === source.fragmentId),
    question,
  ),
)}</ol>
</section>
`;
}

function sourceMarkup(
  { entity, locatorLabel, date }: AnswerSource,
  number: number,
  hit: EvidenceHit | undefined,
  question: string,
): Markup {
  const label = html`<bdi lang="${writtenIn(locatorLabel)}">${locatorLabel}</bdi>`;
  const href = hit === undefined ? undefined : placeLink(hit);
  const place =
    href === undefined
      ? label
      : html`<a href="${href}"${workLink(entity).isOutside ? OUTSIDE : ''}>${label}</a>`;
  const shownDate = date ?? entity.date;
  return html`<li id="${sourceAnchor(number)}" tabindex="-1"><p>${workAnchor(entity)}, ${place}</p>
<p class="meta ui"><bdi lang="">${entity.type}</bdi>${shownDate === undefined ? '' : html` · ${shownDate}`}${
    entity.attribution.length === 0 ? '' : html` · by ${people(entity.attribution)}`
  }</p>
${
  hit?.exposure === 'text'
    ? html`<details><summary>The passage</summary><div class="body">${paragraphs(hit.text, hitHighlights(hit, question))}</div></details>\n`
    : ''
}</li>
`;
}
