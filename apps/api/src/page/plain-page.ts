/**
 * A page with one sentence on it: not found, or not to be had at the moment. It repeats nothing of the request.
 */
import { html } from 'hono/html';
import { type ArchiveFacts, htmlPage } from './html-page.ts';

/** Renders a heading and a sentence. */
export function plainPage(
  facts: ArchiveFacts,
  { title, sentence }: { title: string; sentence: string },
): Promise<string> {
  return htmlPage(facts, {
    title,
    main: html`<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/">Search this archive</a></p>`,
  });
}
