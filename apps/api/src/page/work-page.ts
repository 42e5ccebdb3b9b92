/**
 * The record of a work: its provenance, and the public passages in full. Of a private work nothing but how many passages
 * a search can find (decisions 4.9).
 */
import type { EntityFace, FragmentFace } from '@archive/contract';
import { html } from 'hono/html';
import type { WorkRecord } from '../served-works.ts';
import { EXPOSURE_LABELS, EXPOSURE_QUESTIONS } from './exposure-labels.ts';
import { type ArchiveFacts, htmlPage, type Markup } from './html-page.ts';
import { paragraphs } from './passage.ts';
import { people } from './people.ts';
import { quantity } from './quantity.ts';
import { fragmentAnchor, recordPath, workLink } from './record-link.ts';
import { writtenIn } from './written-in.ts';

/**
 * Renders the record of a work.
 *
 * @param parent  the work it is part of, when that is served
 */
export function workPage(facts: ArchiveFacts, record: WorkRecord, parent?: EntityFace): Promise<string> {
  const { entity, raw, fragmentCount, fragments } = record;
  const link = workLink(entity);
  const main = html`<nav class="ui"><a href="/">Search this archive</a></nav>
<h1 dir="auto" lang="${writtenIn(entity.title)}">${entity.title}</h1>
<dl class="facts">
<dt>Type</dt><dd><bdi lang="">${entity.type}</bdi></dd>
${entity.attribution.length === 0 ? '' : html`<dt>By</dt><dd>${people(entity.attribution)}</dd>`}
${entity.date === undefined ? '' : html`<dt>Date</dt><dd>${entity.date}</dd>`}
${entity.version === undefined ? '' : html`<dt>Version</dt><dd><bdi lang="">${entity.version}</bdi></dd>`}
${parent === undefined ? '' : html`<dt>Part of</dt><dd><a href="${recordPath(parent.id)}"><bdi lang="${writtenIn(parent.title)}">${parent.title}</bdi></a></dd>`}
${entity.identifiers.map(({ scheme, value }) => html`<dt><bdi lang="">${scheme}</bdi></dt><dd><bdi lang="">${value}</bdi></dd>`)}
${link.isOutside ? html`<dt>Link</dt><dd><a href="${link.href}" rel="noopener noreferrer">${link.href}</a></dd>` : ''}
<dt>Source</dt><dd>${raw}</dd>
</dl>
${raw === 'private' ? privateNote(fragmentCount) : html`${fragments.map(fragmentSection)}`}`;
  return htmlPage(facts, { title: entity.title, main });
}

function privateNote(count: number): Markup {
  return html`<p class="notice" role="note">This source is private. A search can find ${quantity(count, 'passage')} of it, by description or by location only. <a href="/help#locator">Why?</a></p>`;
}

function fragmentSection(face: FragmentFace): Markup {
  return html`<section class="fragment" id="${fragmentAnchor(face.fragmentId)}">
<h2><bdi lang="${writtenIn(face.locatorLabel)}">${face.locatorLabel}</bdi>${face.exposure === 'text' ? '' : html` · ${EXPOSURE_LABELS[face.exposure]}`}</h2>
${face.attribution === undefined ? '' : html`<p class="place">speaking: ${people(face.attribution)}</p>`}
<div class="passage">${content(face)}</div>
</section>
`;
}

function content(face: FragmentFace): Markup {
  switch (face.exposure) {
    case 'text':
      return html`${face.summary === undefined ? '' : html`<p dir="auto" lang="${writtenIn(face.summary)}"><em>${face.summary}</em></p>`}${paragraphs(face.text)}`;
    case 'semantic':
      return html`<p dir="auto" lang="${writtenIn(face.gist)}">${face.gist}</p><p class="why ui">${EXPOSURE_QUESTIONS.semantic.answer}</p>`;
    case 'locator':
      return html`<p class="why ui">${EXPOSURE_QUESTIONS.locator.answer}</p>`;
  }
}
