/**
 * The two ways to ask, side by side: a search, which lists places, and an answer, which is written from them.
 */
import { html } from 'hono/html';

/** A way to ask. */
export type Tab = 'search' | 'ask';

/** Renders the tabs. */
export function tabs(current: Tab): ReturnType<typeof html> {
  return html`<nav class="tabs ui" aria-label="Ways to ask"><ul role="list">${TABS.map(
    ({ tab, path, name }) =>
      html`<li><a href="${path}"${tab === current ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>
`;
}

const TABS = [
  { tab: 'search', path: '/', name: 'Search' },
  { tab: 'ask', path: '/ask', name: 'Ask' },
] as const;
