/**
 * How far a work is decided, what of it is exposed, and how much its descriptions say together.
 */
import type { WorkSummary } from '../desk-api.ts';
import { el } from './dom.ts';
import { EXPOSURE_LABELS, percent, quantity } from './status-words.ts';

/** The meters of a work. */
export function workMeters({ meters, requireReview }: WorkSummary): HTMLElement {
  const { asked, decided, fragments, exposures, gistShare, gistBudget, isBudgetEnforced } = meters;
  const isOver = gistShare > gistBudget;
  return el(
    'dl',
    { class: 'meters' },
    el('dt', {}, 'Decided'),
    el(
      'dd',
      {},
      asked === 0
        ? 'nothing to decide'
        : bar('Decided', decided / asked, `${decided} of ${quantity(asked, 'description')}`),
    ),
    el('dt', {}, 'A caller gets'),
    el(
      'dd',
      {},
      (['text', 'semantic', 'locator', 'none'] as const)
        .filter((exposure) => exposures[exposure] > 0)
        .map((exposure) => `${EXPOSURE_LABELS[exposure]} ${exposures[exposure]}`)
        .join(' · ') || `nothing of ${quantity(fragments, 'fragment')}`,
    ),
    el('dt', {}, 'Words told'),
    el(
      'dd',
      isOver ? { 'data-state': 'over' } : {},
      bar(
        'Words told',
        Math.min(1, gistShare / gistBudget),
        `${percent(gistShare)} of its words, ${isBudgetEnforced ? 'held to' : 'better below'} ${percent(gistBudget)}`,
      ),
    ),
    requireReview && el('dt', {}, 'Review'),
    requireReview && el('dd', {}, 'required for every description'),
  );
}

function bar(label: string, share: number, words: string): HTMLElement {
  const filled = el('span', { class: 'filled' });
  filled.style.inlineSize = `${Math.round(share * 1000) / 10}%`;
  return el(
    'span',
    {
      class: 'meter',
      role: 'meter',
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': Math.round(share * 100),
      'aria-valuetext': words,
    },
    el('span', { class: 'track', 'aria-hidden': 'true' }, filled),
    el('span', { class: 'says', 'aria-hidden': 'true' }, words),
  );
}
