/**
 * One hit: first, and in words, how much of the source it shows; then where that is, and what is shown.
 */
import type { EntityFace, EvidenceHit } from '@archive/contract';
import { hitHighlights } from '@archive/retrieve';
import { html } from 'hono/html';
import { EXPOSURE_LABELS, EXPOSURE_QUESTIONS } from './exposure-labels.ts';
import type { Markup } from './html-page.ts';
import { excerpt, paragraphs } from './passage.ts';
import { people } from './people.ts';
import { placeLink } from './place-link.ts';
import { OUTSIDE, workAnchor, workLink } from './record-link.ts';
import { writtenIn } from './written-in.ts';

/** What stands around a hit. */
export interface HitContext {
  /** Its number on the page, from 1. */
  number: number;
  /** What was asked. */
  question: string;
  /** The work of the card it is on, with the date the card shows. */
  work: Pick<EntityFace, 'id' | 'title'> & { date: string | undefined };
  /** Whether a hit before it on the card said why no more is shown. */
  isExplained: boolean;
}

/** Renders a hit. */
export function hitSection(hit: EvidenceHit, { number, question, work, isExplained }: HitContext): Markup {
  return html`<section class="hit ${hit.exposure}" id="${hitAnchor(number)}" tabindex="-1">
<div class="label ui"><h3><b>${EXPOSURE_LABELS[hit.exposure]}</b> ${placeOf(hit, work)}</h3>
<p class="meta">${hit.date === undefined || hit.date === work.date ? '' : html`${hit.date} · `}${hit.raw} source · score ${
    hit.exposure === 'text' ? '' : 'about '
  }${hit.score.toFixed(2)}</p></div>
${hit.attribution === undefined ? '' : html`<p class="meta ui">speaking: ${people(hit.attribution)}</p>\n`}${content(hit, question)}${hit.exposure === 'text' || isExplained ? '' : reasons(hit.exposure)}</section>
`;
}

/** Name of the place of a hit on the page. */
export function hitAnchor(number: number): string {
  return `hit-${number}`;
}

/** The place of a hit, linked when it can be opened; with its work when the card is of another. */
function placeOf(hit: EvidenceHit, work: HitContext['work']): Markup {
  const { entity, locatorLabel } = hit;
  const label = html`<bdi lang="${writtenIn(locatorLabel)}">${locatorLabel}</bdi>`;
  const href = placeLink(hit);
  const place =
    href === undefined
      ? label
      : html`<a href="${href}"${workLink(entity).isOutside ? OUTSIDE : ''}>${label}</a>`;
  if (entity.id === work.id) return place;
  return html`${workAnchor(entity, entity.title === work.title ? entity.type : entity.title)}, ${place}`;
}

function content(hit: EvidenceHit, question: string): Markup {
  switch (hit.exposure) {
    case 'text': {
      const short = excerpt(hit.text, question);
      return html`<div class="body">
${hit.summary === undefined ? '' : html`<p class="summary" dir="auto" lang="${writtenIn(hit.summary)}">${hit.summary}</p>`}
${paragraphs(short.text, short.marks)}
${short.isWhole ? '' : html`<details><summary>Whole passage</summary><div class="body">${paragraphs(hit.text, hitHighlights(hit, question))}</div></details>`}
</div>
`;
    }
    case 'semantic':
      return html`<div class="body"><p dir="auto" lang="${writtenIn(hit.gist)}">${hit.gist}</p></div>
<p class="meta ui">${REVIEWS[hit.gistSource][hit.gistReview]}</p>
`;
    case 'locator':
      return html``;
  }
}

function reasons(exposure: 'semantic' | 'locator'): Markup {
  const { question, answer } = EXPOSURE_QUESTIONS[exposure];
  return html`<details class="why ui"><summary>${question}</summary><p>${answer} <a href="/help#${exposure}">More about this</a></p></details>
`;
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
