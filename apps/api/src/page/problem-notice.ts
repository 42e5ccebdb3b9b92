/**
 * What a page says of a question it cannot answer: the reason, and the fields at fault by the names they have on it.
 */
import type { FieldIssue } from '@archive/contract';
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';

/** Renders the notice. */
export function problemNotice({
  detail,
  issues,
}: {
  detail: string;
  issues?: readonly FieldIssue[];
}): Markup {
  return html`<div class="notice bad" role="alert"><p id="outcome" tabindex="-1">${sentence(detail)}</p>${
    issues === undefined
      ? ''
      : html`<ul>${issues.map(({ field, message }) => html`<li>${FIELD_NAMES.get(field) ?? field} ${message}</li>`)}</ul>`
  }</div>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['q', 'The question'],
  ['dateFrom', '“From”'],
  ['dateTo', '“To”'],
  ['creator', '“Made by”'],
  ['speaker', '“Spoken by”'],
]);
