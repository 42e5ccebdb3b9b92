/**
 * When the hits of a page are from: the years, each with a mark for every hit of it and a link to the first of them.
 *
 * The marks repeat in shapes what the words say and are hidden from those who do not see them. Undated hits are counted.
 */
import { type EvidenceHit, parseDateInterval, type ServedExposure } from '@archive/contract';
import { html } from 'hono/html';
import { hitAnchor } from './hit-section.ts';
import type { Markup } from './html-page.ts';
import { quantity } from './quantity.ts';

/** Renders the timeline of hits in the order they have on the page; empty when they are not of two years at least. */
export function timeline(hits: readonly EvidenceHit[]): Markup {
  const years = new Map<string, { first: number; shown: ServedExposure[] }>();
  let undated = 0;
  for (const [at, { date, exposure }] of hits.entries()) {
    if (date === undefined || parseDateInterval(date) === null) {
      undated += 1;
      continue;
    }
    const year = date.trim().slice(0, 4);
    const entry = years.get(year) ?? { first: at + 1, shown: [] };
    entry.shown.push(exposure);
    years.set(year, entry);
  }
  if (years.size < 2) return html``;
  const inOrder = [...years].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return html`<nav class="timeline ui" aria-label="Hits by year">
<ol role="list">
${inOrder.map(
  ([year, { first, shown }]) =>
    html`<li><a href="#${hitAnchor(first)}">${marks(shown)}<span class="skip">${quantity(shown.length, 'hit')} of </span>${year}</a></li>\n`,
)}${undated === 0 ? '' : html`<li class="undated">${quantity(undated, 'hit')} undated</li>`}</ol>
</nav>
`;
}

/** Marks side by side: a disc for a passage, a ring for a description, a bar for a location. */
function marks(shown: readonly ServedExposure[]): Markup {
  return html`<svg aria-hidden="true" width="${shown.length * STEP}" height="${STEP}">${shown.map(
    (exposure, at) => {
      const x = at * STEP + STEP / 2;
      switch (exposure) {
        case 'text':
          return html`<circle class="text" cx="${x}" cy="6" r="4"/>`;
        case 'semantic':
          return html`<circle class="semantic" cx="${x}" cy="6" r="3"/>`;
        case 'locator':
          return html`<path class="locator" d="M${x} 2v8"/>`;
      }
    },
  )}</svg>`;
}

/** Room of a mark, in CSS pixels. */
const STEP = 12;
