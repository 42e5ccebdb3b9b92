/**
 * The search box and its filters: a plain form that asks by GET, filled with what was asked.
 */
import { LIMIT_DEFAULT, LIMIT_MAX, QUERY_MAX_CHARS, SERVED_EXPOSURES } from '@archive/contract';
import { html } from 'hono/html';
import { EXPOSURE_LABELS } from './exposure-labels.ts';
import type { Markup } from './html-page.ts';

/** Renders the form. */
export function searchForm(asked: URLSearchParams, types: readonly string[]): Markup {
  const value = (name: string): string => asked.get(name) ?? '';
  const has = (name: string, option: string): boolean => asked.getAll(name).includes(option);
  const isFiltered = [...asked.keys()].some((name) => name !== 'q');
  return html`<form class="search" role="search" action="/" method="get">
<div class="ask">
<input type="search" name="q" value="${value('q')}" maxlength="${QUERY_MAX_CHARS * 2}" aria-label="Search this archive" placeholder="What are you looking for?" autocomplete="off" dir="auto">
<button type="submit">Search</button>
</div>
<details class="filters"${isFiltered ? html` open` : ''}><summary>Filters</summary>
<div class="grid">
${
  types.length < 2
    ? ''
    : choices(
        'Type',
        'type',
        types.map((type) => [type, type]),
        has,
      )
}
${choices(
  'What is shown',
  'exposure',
  SERVED_EXPOSURES.map((exposure) => [exposure, EXPOSURE_LABELS[exposure]]),
  has,
)}
<label>Source ${select(
    'raw',
    [
      ['', 'public and private'],
      ['public', 'public only'],
      ['private', 'private only'],
    ],
    value('raw'),
  )}</label>
<label>From ${dateInput('dateFrom', value('dateFrom'))}</label>
<label>To ${dateInput('dateTo', value('dateTo'))}</label>
<label>Undated works, when dates are given ${select(
    'undated',
    [
      ['', 'left out'],
      ['include', 'kept'],
    ],
    value('undated'),
  )}</label>
<label>Made by <input type="text" name="creator" value="${value('creator')}" autocomplete="off" dir="auto"></label>
<label>Spoken by <input type="text" name="speaker" value="${value('speaker')}" autocomplete="off" dir="auto"></label>
<label>Recent works ${select(
    'recency',
    [
      ['', 'not preferred'],
      ['prefer-recent', 'preferred'],
      ['auto', 'when the question is about now'],
    ],
    value('recency'),
  )}</label>
<label>At most ${select(
    'limit',
    LIMITS.map((limit) => [limit === LIMIT_DEFAULT ? '' : String(limit), `${limit} results`]),
    value('limit'),
  )}</label>
</div>
</details>
</form>
`;
}

type Option = readonly [value: string, label: string];

function choices(
  legend: string,
  name: string,
  options: readonly Option[],
  has: (name: string, option: string) => boolean,
): Markup {
  return html`<fieldset><legend>${legend}</legend><div class="choices">${options.map(
    ([value, label]) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${has(name, value) ? html` checked` : ''}> <bdi>${label}</bdi></label>`,
  )}</div></fieldset>`;
}

function select(name: string, options: readonly Option[], chosen: string): Markup {
  return html`<select name="${name}">${options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
  )}</select>`;
}

function dateInput(name: string, value: string): Markup {
  return html`<input type="text" name="${name}" value="${value}" inputmode="numeric" pattern="\\d{4}(-\\d{2}(-\\d{2})?)?" placeholder="2019 or 2019-03-14" title="A year, month or day: 2019, 2019-03 or 2019-03-14" autocomplete="off">`;
}

const LIMITS = [5, LIMIT_DEFAULT, LIMIT_MAX];
