/**
 * The frame of every page: head, name of the archive, standing notices, footer with the way to help.
 *
 * All values go through the escaping template of Hono; no string of ours or of the archive is inserted raw.
 */
import { html } from 'hono/html';
import { ASSETS } from './assets.ts';
import { type Tab, tabs } from './tabs.ts';
import { writtenIn } from './written-in.ts';

/** A piece of HTML whose values are escaped. */
export type Markup = ReturnType<typeof html>;

/** What a page says about its archive. */
export interface ArchiveFacts {
  name: string;
  author?: string;
  /** Openly fictional. */
  fixture: boolean;
  reach: 'lexical' | 'semantic';
  /** The model that writes answers, and the host it is asked at when that is another machine; absent: none does. */
  answers?: { model: string; host?: string };
  /** Another machine that reads a question and the best public passages to order them; absent: none does. */
  rereadAt?: string;
}

/** Renders a whole page. */
export async function htmlPage(
  facts: ArchiveFacts,
  { title, main, tab }: { title: string; main: Markup; tab?: Tab },
): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === '' ? facts.name : `${title} – ${facts.name}`}</title>
<link rel="stylesheet" href="${ASSETS.style.path}">
<link rel="icon" type="image/svg+xml" href="${ASSETS.icon.path}">
<script type="module" src="${ASSETS.script.path}"></script>
${tab === 'ask' ? html`<script type="module" src="${ASSETS.askScript.path}"></script>\n` : ''}</head>
<body>
<a class="skip ui" href="#main">Skip to the content</a>
<header class="top"><div class="wrap">
<p class="name"><a href="/" dir="auto" lang="${writtenIn(facts.name)}">${facts.name}</a></p>
${facts.author === undefined ? '' : html`<p class="by ui">kept by <bdi lang="${writtenIn(facts.author)}">${facts.author}</bdi></p>`}
${tab === undefined ? '' : tabs(tab)}</div></header>
<main id="main" class="wrap" tabindex="-1">
${facts.fixture ? html`<p class="notice" role="note">This archive is a demonstration: its people, places, works and addresses are invented.</p>` : ''}
${main}
</main>
<footer><div class="wrap">
<p><a href="/help">What the labels mean, and other help</a></p>
<p>Programs can ask the same questions over HTTP: <a href="/v1/openapi.json">how, as an OpenAPI description</a>.</p>
</div></footer>
</body>
</html>
`;
  return String(page);
}
