/**
 * The hits of one work, or of the parts of one, as a card: the work first, then each hit.
 */
import type { EntityFace } from '@archive/contract';
import { html } from 'hono/html';
import type { HitGroup } from './arrange-hits.ts';
import { hitSection } from './hit-section.ts';
import type { Markup } from './html-page.ts';
import { people } from './people.ts';
import { recordPath, workAnchor, workLink } from './record-link.ts';

/** What a card needs besides its hits. */
export interface GroupContext {
  /** Number of its first hit on the page, from 1. */
  first: number;
  /** What was asked. */
  question: string;
  /** The work its hits are part of, when there is one and it is served. */
  around: EntityFace | undefined;
}

/** Renders a group of hits; hits of several works are named after what they are part of. */
export function hitGroup({ hits }: HitGroup, { first, question, around }: GroupContext): Markup {
  const [head] = hits;
  if (head === undefined) return html``;
  const isOfSeveral = hits.some(({ entity }) => entity.id !== head.entity.id);
  const work = isOfSeveral ? (around ?? head.entity) : head.entity;
  const date = work.date ?? (hits.length === 1 ? head.date : undefined);
  const isPart = around !== undefined && around.id !== work.id;
  return html`<li><article class="card">
<h2>${workAnchor(work)}</h2>
<p class="place"><bdi lang="">${work.type}</bdi>${date === undefined ? '' : html` · ${date}`}${
    work.attribution.length === 0 ? '' : html` · by ${people(work.attribution)}`
  }${isPart ? html` · part of ${workAnchor(around)}` : ''}${
    workLink(work).isOutside ? html` · <a href="${recordPath(work.id)}">record in this archive</a>` : ''
  }</p>
${hits.map((hit, at) =>
  hitSection(hit, {
    number: first + at,
    question,
    work: { ...work, date },
    isExplained: hits.findIndex(({ exposure }) => exposure === hit.exposure) < at,
  }),
)}</article></li>
`;
}
