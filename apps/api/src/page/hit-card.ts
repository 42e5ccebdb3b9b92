/**
 * One hit as a card that says plainly how much of the source it shows.
 */
import type { EvidenceHit } from '@archive/contract';
import { html } from 'hono/html';
import { EXPOSURE_LABELS, EXPOSURE_REASONS } from './exposure-labels.ts';
import type { Markup } from './html-page.ts';
import { excerpt, paragraphs } from './passage.ts';
import { people } from './people.ts';
import { recordPath, workLink } from './record-link.ts';
import { writtenIn } from './written-in.ts';

/** Renders a hit. */
export function hitCard(hit: EvidenceHit): Markup {
  const { entity } = hit;
  const link = workLink(entity);
  const href = link.isOutside ? link.href : recordOf(hit);
  return html`<li><article class="card ${hit.exposure}">
<p class="label"><b>${EXPOSURE_LABELS[hit.exposure]}</b><span>${hit.raw} source · score ${hit.exposure === 'text' ? '' : 'about '}${hit.score.toFixed(2)}</span></p>
<h2><a href="${href}"${link.isOutside ? html` rel="noopener noreferrer"` : ''} dir="auto" lang="${writtenIn(entity.title)}">${entity.title}</a></h2>
<p class="place"><bdi lang="">${entity.type}</bdi> · <bdi lang="${writtenIn(hit.locatorLabel)}">${hit.locatorLabel}</bdi>${hit.date === undefined ? '' : html` · ${hit.date}`}${
    entity.attribution.length === 0 ? '' : html`<br>by ${people(entity.attribution)}`
  }${hit.attribution === undefined ? '' : html`<br>speaking: ${people(hit.attribution)}`}</p>
${content(hit)}
${link.isOutside ? html`<p class="more ui"><a href="${recordOf(hit)}">Record in this archive</a></p>` : ''}
</article></li>
`;
}

function recordOf(hit: EvidenceHit): string {
  return hit.raw === 'public' ? recordPath(hit.entity.id, hit.fragmentId) : recordPath(hit.entity.id);
}

function content(hit: EvidenceHit): Markup {
  switch (hit.exposure) {
    case 'text': {
      const short = excerpt(hit.text);
      return html`<div class="body">
${hit.summary === undefined ? '' : html`<p dir="auto" lang="${writtenIn(hit.summary)}"><em>${hit.summary}</em></p>`}
${paragraphs(short)}
${short === hit.text.trim() ? '' : html`<details><summary>Whole passage</summary>${paragraphs(hit.text)}</details>`}
</div>`;
    }
    case 'semantic':
      return html`<div class="body"><p dir="auto" lang="${writtenIn(hit.gist)}">${hit.gist}</p></div>
<p class="why ui">${EXPOSURE_REASONS.semantic} ${REVIEWS[hit.gistSource][hit.gistReview]}</p>`;
    case 'locator':
      return html`<p class="why ui">${EXPOSURE_REASONS.locator}</p>`;
  }
}

const REVIEWS = {
  generated: {
    unreviewed: 'Drafted by software; nobody has reviewed it.',
    reviewed: 'Drafted by software and reviewed by a person.',
  },
  edited: {
    unreviewed: 'Edited by a person.',
    reviewed: 'Edited and reviewed by a person.',
  },
} as const;
