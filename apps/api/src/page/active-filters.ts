/**
 * The filters a question was asked with, as links that take one of them away each.
 */
import { html } from 'hono/html';
import { EXPOSURE_LABELS } from './exposure-labels.ts';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Renders the filters in use; empty when there are none. */
export function activeFilters(asked: URLSearchParams): Markup {
  const filters = [...asked].filter(([name]) => NAMES.has(name));
  if (filters.length === 0) return html``;
  return html`<ul class="chips ui" aria-label="Filters in use" role="list">
${filters.map(
  ([name, value]) =>
    html`<li><a href="${searchAddress(asked, { without: [name, value] })}"><span class="skip">Remove: </span>${NAMES.get(name)} <bdi lang="${writtenIn(value)}">${shown(name, value)}</bdi><span aria-hidden="true"> ×</span></a></li>\n`,
)}</ul>
`;
}

/**
 * The address of a question like this one.
 *
 * @param changes  `without` one value of a parameter; `with` these parameters in place of what they were
 */
export function searchAddress(
  asked: URLSearchParams,
  changes: { without?: readonly [name: string, value: string]; with?: Readonly<Record<string, string>> },
): string {
  const { without, with: replaced = {} } = changes;
  const parameters = new URLSearchParams();
  for (const [name, value] of asked) {
    if (Object.hasOwn(replaced, name) || (without?.[0] === name && without[1] === value)) continue;
    parameters.append(name, value);
  }
  for (const [name, value] of Object.entries(replaced)) if (value !== '') parameters.append(name, value);
  const query = parameters.toString();
  return query === '' ? '/' : `/?${query}`;
}

function shown(name: string, value: string): string {
  return VALUES.get(`${name}=${value}`) ?? value;
}

/** Filters that hide something, and what they are called; order and number of results hide nothing. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['type', 'type'],
  ['exposure', 'shown as'],
  ['raw', 'source'],
  ['dateFrom', 'from'],
  ['dateTo', 'to'],
  ['undated', 'undated'],
  ['creator', 'made by'],
  ['speaker', 'spoken by'],
]);

const VALUES: ReadonlyMap<string, string> = new Map([
  ['exposure=text', EXPOSURE_LABELS.text.toLowerCase()],
  ['exposure=semantic', EXPOSURE_LABELS.semantic.toLowerCase()],
  ['exposure=locator', EXPOSURE_LABELS.locator.toLowerCase()],
  ['undated=include', 'kept'],
]);
