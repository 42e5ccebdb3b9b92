/**
 * Names as a page shows them: people by name, placeholders in words, so that nobody takes them for a person.
 */
import type { Attribution } from '@archive/contract';
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Renders names in their order, with roles. */
export function people(attribution: readonly Attribution[]): Markup {
  return html`${attribution.map((entry, at) => html`${at === 0 ? '' : ', '}${person(entry)}`)}`;
}

function person({ name, role, placeholder }: Attribution): Markup {
  if (placeholder === 'unnamed') return html`a speaker who is not named`;
  if (placeholder === 'unverified') return html`attribution not established`;
  return role === undefined
    ? html`<bdi lang="${writtenIn(name)}">${name}</bdi>`
    : html`<bdi lang="${writtenIn(name)}">${name}</bdi> (<bdi lang="">${role}</bdi>)`;
}
