/**
 * The search page in each of its states: before a question, with hits, without, and with a question it cannot answer.
 */
import type { FieldIssue, SearchResponse } from '@archive/contract';
import { html } from 'hono/html';
import { contentLine, type ServedContent } from './content-line.ts';
import { hitCard } from './hit-card.ts';
import { type ArchiveFacts, htmlPage, type Markup } from './html-page.ts';
import { quantity } from './quantity.ts';
import { searchForm } from './search-form.ts';
import { writtenIn } from './written-in.ts';

/** What there is to show. */
export type SearchState =
  | { kind: 'welcome' }
  | { kind: 'answer'; response: SearchResponse }
  | { kind: 'problem'; detail: string; issues?: readonly FieldIssue[] };

/** Everything the page shows. */
export interface SearchView {
  /** The filled parameters of the request. */
  asked: URLSearchParams;
  /** What the archive serves. */
  content: ServedContent;
  /** Types of the served works. */
  types: readonly string[];
  /** Questions to start with. */
  samples: readonly string[];
  state: SearchState;
}

/** Renders the search page. */
export function searchPage(facts: ArchiveFacts, view: SearchView): Promise<string> {
  const { asked, content, types } = view;
  const q = asked.get('q')?.trim() ?? '';
  const main = html`<h1 class="skip">Search</h1>
${searchForm(asked, types)}
${facts.reach === 'lexical' ? lexicalNotice(content) : ''}
${stateMarkup(view, facts.reach)}`;
  return htmlPage(facts, { title: q === '' ? '' : shortened(q), main });
}

/** What a lexical embedder means for a reader of this archive (decisions 1.4). */
function lexicalNotice({ passages }: ServedContent): Markup {
  const isPartlyClosed = passages.semantic + passages.locator > 0;
  return html`<p class="notice" role="note">This archive is searched by spelling, not by meaning.${
    isPartlyClosed
      ? ' What is not shown in full is found here by title, names and descriptions, not by its content.'
      : ''
  }</p>
`;
}

function stateMarkup({ state, content, samples }: SearchView, reach: ArchiveFacts['reach']): Markup {
  switch (state.kind) {
    case 'welcome':
      return html`<p class="count">${contentLine(content)}</p>
${samplesMarkup(samples)}`;
    case 'problem':
      return html`<div class="notice bad" role="alert"><p>${sentence(state.detail)}</p>${
        state.issues === undefined
          ? ''
          : html`<ul>${state.issues.map(({ field, message }) => html`<li>${FIELD_NAMES.get(field) ?? field} ${message}</li>`)}</ul>`
      }</div>`;
    case 'answer':
      return answerMarkup(state.response, reach, samples);
  }
}

function answerMarkup(
  { hits, matched, excludedUndated }: SearchResponse,
  reach: ArchiveFacts['reach'],
  samples: readonly string[],
): Markup {
  const undated =
    excludedUndated === 0 ? '' : html` ${quantity(excludedUndated, 'undated passage')} left out.`;
  if (hits.length === 0) {
    return html`<p class="count" role="status">Nothing found.${undated}</p>
<p>${NOTHING_HINTS[reach]}</p>
${samplesMarkup(samples)}`;
  }
  const shown =
    matched > hits.length
      ? `The ${hits.length} best of ${matched} matches.`
      : `${quantity(matched, 'match', 'matches')}.`;
  return html`<p class="count" role="status">${shown}${undated}</p>
<ol class="hits" role="list">
${hits.map(hitCard)}
</ol>`;
}

/** Questions to start with, as plain links. */
function samplesMarkup(samples: readonly string[]): Markup {
  if (samples.length === 0) return html``;
  return html`<div class="samples ui"><p id="samples">For example:</p>
<ul aria-labelledby="samples">
${samples.map(
  (question) =>
    html`<li><a href="/?q=${encodeURIComponent(question)}"><bdi lang="${writtenIn(question)}">${question}</bdi></a></li>\n`,
)}</ul></div>`;
}

const NOTHING_HINTS = {
  lexical:
    'A title, a name or a whole phrase finds more here than a single word. Fewer filters may help too.',
  semantic: 'Try other words, or fewer filters.',
} as const;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function shortened(q: string): string {
  const characters = Array.from(q);
  return characters.length <= 60 ? q : `${characters.slice(0, 60).join('')}…`;
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['q', 'The question'],
  ['dateFrom', '“From”'],
  ['dateTo', '“To”'],
  ['creator', '“Made by”'],
  ['speaker', '“Spoken by”'],
]);
