/**
 * The search box and its filters: a plain form that asks by GET, filled with what was asked.
 *
 * Beside the filters stand counts of public works; what they count is said once, in words.
 */
import { LIMIT_DEFAULT, LIMIT_MAX, QUERY_MAX_CHARS, SERVED_EXPOSURES } from '@archive/contract';
import { html } from 'hono/html';
import type { PublicFacets } from '../public-facets.ts';
import { searchAddress } from './active-filters.ts';
import { sortOf } from './arrange-hits.ts';
import { EXPOSURE_LABELS } from './exposure-labels.ts';
import type { Markup } from './html-page.ts';
import { quantity } from './quantity.ts';
import { writtenIn } from './written-in.ts';

/** What came of a question, as far as the form shows it. */
export interface Outcome {
  /**
   * Types of the works that were found, which may be others than those of public works; undefined without an answer:
   * then filters that are set stand open.
   */
  found: readonly string[] | undefined;
  /** Names of fields that cannot be read; `#outcome` says why. */
  faulty: ReadonlySet<string>;
}

/**
 * Renders the form.
 *
 * @param asked  the filled parameters of the request
 */
export function searchForm(asked: URLSearchParams, facets: PublicFacets, { found, faulty }: Outcome): Markup {
  const value = (name: string): string => asked.get(name) ?? '';
  const has = (name: string, option: string): boolean => asked.getAll(name).includes(option);
  const fault = (name: string): Markup | string =>
    faulty.has(name) ? html` aria-invalid="true" aria-describedby="outcome"` : '';
  const isFiltered = [...asked.keys()].some((name) => name !== 'q' && name !== 'sort');
  return html`<form class="search" role="search" action="/" method="get">
<div class="ask">
<input type="search" name="q" value="${value('q')}" pattern=".{0,${QUERY_MAX_CHARS}}" title="At most ${QUERY_MAX_CHARS} characters" aria-label="Search this archive" placeholder="What are you looking for?" autocomplete="off" autocapitalize="none" enterkeyhint="search" dir="auto"${fault('q')}>
<button type="submit">Search</button>
</div>
<details class="filters"${isFiltered && found === undefined ? html` open` : ''}><summary>Filters</summary>
<div class="panel">
<div id="facets">${facetsMarkup(asked, facets, found ?? [])}</div>
${choices(
  'What is shown',
  'exposure',
  SERVED_EXPOSURES.map((exposure) => ({ value: exposure, label: EXPOSURE_LABELS[exposure] })),
  has,
)}
<div class="grid">
<label>From ${dateInput('dateFrom', value('dateFrom'), fault('dateFrom'))}</label>
<label>To ${dateInput('dateTo', value('dateTo'), fault('dateTo'))}</label>
<label>Undated works ${select(
    'undated',
    [
      ['', 'left out'],
      ['include', 'kept'],
    ],
    value('undated'),
  )}</label>
<label>Made by <input type="text" name="creator" value="${value('creator')}" autocomplete="off" dir="auto"${fault('creator')}></label>
<label>Spoken by <input type="text" name="speaker" value="${value('speaker')}" autocomplete="off" dir="auto"${fault('speaker')}></label>
<label>Source ${select(
    'raw',
    [
      ['', 'public and private'],
      ['public', 'public only'],
      ['private', 'private only'],
    ],
    value('raw'),
  )}</label>
<label>Recent works ${select(
    'recency',
    [
      ['', 'not preferred'],
      ['prefer-recent', 'preferred'],
      ['auto', 'when the question is about now'],
    ],
    value('recency'),
  )}</label>
<label>Order ${select('sort', SORT_OPTIONS, sortOf(value('sort')) === 'best' ? '' : value('sort'))}</label>
<label>At most ${select(
    'limit',
    LIMITS.map((limit) => [limit === LIMIT_DEFAULT ? '' : String(limit), `${limit} results`]),
    value('limit'),
  )}</label>
</div>
</div>
</details>
</form>
`;
}

/** What an answer may change of the form; empty when there is nothing to choose between. */
function facetsMarkup(asked: URLSearchParams, facets: PublicFacets, found: readonly string[]): Markup {
  const groups = [typeChoices(asked, facets, found), periodLinks(asked, facets), creatorLinks(asked, facets)];
  const offered = groups.filter((group) => group !== undefined);
  if (offered.length === 0) return html``;
  return html`<p class="hint">The numbers count ${quantity(facets.publicWorks, 'public work')} of the whole archive, whatever the question.</p>
${offered}`;
}

interface Choice {
  value: string;
  label: string;
  count?: number;
}

type Option = readonly [value: string, label: string];

/** Types of public works with their counts; those that were asked for or found besides, without. */
function typeChoices(
  asked: URLSearchParams,
  { types }: PublicFacets,
  found: readonly string[],
): Markup | undefined {
  const counts = new Map(types.map(({ value, works }) => [value, works]));
  const values = [...new Set([...counts.keys(), ...asked.getAll('type'), ...found])].toSorted();
  if (values.length < 2 && !asked.has('type')) return undefined;
  return choices(
    'Type',
    'type',
    values.map((type) => {
      const count = counts.get(type);
      return { value: type, label: type, ...(count === undefined ? {} : { count }) };
    }),
    (name, option) => asked.getAll(name).includes(option),
  );
}

function choices(
  legend: string,
  name: string,
  options: readonly Choice[],
  has: (name: string, option: string) => boolean,
): Markup {
  return html`<fieldset><legend>${legend}</legend><div class="choices">${options.map(
    ({ value, label, count }) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${has(name, value) ? html` checked` : ''}> <bdi>${label}</bdi>${counted(count)}</label>`,
  )}</div></fieldset>`;
}

function periodLinks(asked: URLSearchParams, { periods }: PublicFacets): Markup | undefined {
  if (periods.length < 2) return undefined;
  return facetLinks(
    'times',
    'Time',
    periods.map(({ label, from, to, works }) => ({
      label,
      count: works,
      isOn: asked.get('dateFrom') === from && asked.get('dateTo') === to,
      address: (isOn) =>
        searchAddress(asked, { with: isOn ? { dateFrom: '', dateTo: '' } : { dateFrom: from, dateTo: to } }),
    })),
  );
}

function creatorLinks(asked: URLSearchParams, { creators }: PublicFacets): Markup | undefined {
  if (creators.length < 2) return undefined;
  return facetLinks(
    'makers',
    'Made by',
    creators.map(({ value, works }) => ({
      label: value,
      count: works,
      isOn: asked.get('creator') === value,
      address: (isOn) => searchAddress(asked, { with: { creator: isOn ? '' : value } }),
    })),
  );
}

interface FacetLink {
  label: string;
  count: number;
  isOn: boolean;
  /** Where it leads: with the facet set, or when it is on, without. */
  address: (isOn: boolean) => string;
}

function facetLinks(id: string, name: string, links: readonly FacetLink[]): Markup {
  return html`<div class="facet"><p id="${id}">${name}</p>
<ul aria-labelledby="${id}" role="list">
${links.map(
  ({ label, count, isOn, address }) =>
    html`<li><a href="${address(isOn)}"${isOn ? html` aria-current="true"` : ''}><bdi lang="${writtenIn(label)}">${label}</bdi></a>${counted(count)}</li>\n`,
)}</ul></div>`;
}

function counted(count: number | undefined): Markup {
  return count === undefined ? html`` : html` <span class="n"><span class="skip">, </span>${count}</span>`;
}

function select(name: string, options: readonly Option[], chosen: string): Markup {
  return html`<select name="${name}">${options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
  )}</select>`;
}

function dateInput(name: string, value: string, fault: Markup | string): Markup {
  return html`<input type="text" name="${name}" value="${value}" inputmode="numeric" pattern="\\d{4}(-\\d{2}(-\\d{2})?)?" placeholder="2019 or 2019-03-14" title="A year, month or day: 2019, 2019-03 or 2019-03-14" autocomplete="off"${fault}>`;
}

const LIMITS = [5, LIMIT_DEFAULT, LIMIT_MAX];

const SORT_OPTIONS: readonly Option[] = [
  ['', 'best first'],
  ['newest', 'newest first'],
  ['oldest', 'oldest first'],
];
