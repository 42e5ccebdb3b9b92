/**
 * The search page in each of its states: before a question, with hits, without, and with a question it cannot answer.
 *
 * Everything an answer changes is in `#answer` and `#facets`; the script takes those two out of a page and put them into
 * the one that is open.
 */
import type { EntityFace, FieldIssue, SearchResponse } from '@archive/contract';
import { readQuerySyntax } from '@archive/retrieve';
import { html } from 'hono/html';
import { DEGRADED_SENTENCE } from '../degraded.ts';
import type { PublicFacets } from '../public-facets.ts';
import { activeFilters, searchAddress } from './active-filters.ts';
import { arrangeHits, type Sort, SORTS, sortOf } from './arrange-hits.ts';
import { contentLine } from './content-line.ts';
import { hitGroup } from './hit-group.ts';
import { type ArchiveFacts, htmlPage, type Markup } from './html-page.ts';
import { problemNotice } from './problem-notice.ts';
import { quantity } from './quantity.ts';
import { samplesList } from './samples-list.ts';
import { searchForm } from './search-form.ts';
import { shortened } from './shortened.ts';
import { timeline } from './timeline.ts';

/** What there is to show. */
export type SearchState =
  | { kind: 'welcome' }
  | {
      kind: 'answer';
      response: SearchResponse;
      /** Served works that hits are parts of, by id. */
      around: ReadonlyMap<string, EntityFace>;
    }
  | { kind: 'problem'; detail: string; issues?: readonly FieldIssue[] };

/** Everything the page shows. */
export interface SearchView {
  /** The filled parameters of the request. */
  asked: URLSearchParams;
  /** What can be narrowed by. */
  facets: PublicFacets;
  /** Questions to start with. */
  samples: readonly string[];
  state: SearchState;
}

/** Renders the search page. */
export function searchPage(facts: ArchiveFacts, view: SearchView): Promise<string> {
  const { asked, facets, state } = view;
  const q = asked.get('q')?.trim() ?? '';
  const found = state.kind === 'answer' ? state.response.hits.map(({ entity }) => entity.type) : undefined;
  const faulty = new Set(state.kind === 'problem' ? (state.issues ?? []).map(({ field }) => field) : []);
  const main = html`<h1 class="skip">Search</h1>
${searchForm(asked, facets, { found, faulty })}
${facts.reach === 'lexical' ? lexicalNotice(facets) : ''}<p id="said" class="skip" role="status"></p>
<section id="answer" class="${state.kind}" aria-labelledby="outcome">
${stateMarkup(view, facts.reach)}
</section>`;
  return htmlPage(facts, { title: q === '' ? '' : shortened(q), main, tab: 'search' });
}

/** What a lexical embedder means for a reader of this archive (decisions 1.4). */
function lexicalNotice({ works, readableWorks }: PublicFacets): Markup {
  return html`<p class="notice" role="note">This archive is searched by spelling, not by meaning.${
    works > readableWorks
      ? ' What is not shown in full is found here by title, names and descriptions, not by its content.'
      : ''
  }</p>
`;
}

function stateMarkup(view: SearchView, reach: ArchiveFacts['reach']): Markup {
  const { asked, state, facets, samples } = view;
  switch (state.kind) {
    case 'welcome':
      return html`${activeFilters(asked)}<p class="count ui" id="outcome" tabindex="-1">${contentLine(facets)}</p>
${samplesList(samples, '/')}`;
    case 'problem':
      return problemNotice(state);
    case 'answer':
      return answerMarkup(view, state, reach);
  }
}

function answerMarkup(
  { asked, samples }: SearchView,
  { response, around }: SearchState & { kind: 'answer' },
  reach: ArchiveFacts['reach'],
): Markup {
  const { hits, matched, excludedUndated, degraded, didYouMean } = response;
  const notice = html`${degraded === undefined ? '' : html`<p class="notice" role="note">${DEGRADED_SENTENCE}</p>\n`}${
    didYouMean === undefined
      ? ''
      : html`<p class="ui">Did you mean <a href="${searchAddress(asked, { with: { q: didYouMean } })}" dir="auto">${didYouMean}</a>?</p>\n`
  }`;
  const undated =
    excludedUndated === 0 ? '' : html` ${quantity(excludedUndated, 'undated passage')} left out.`;
  const question = html`<p class="print">Asked: <bdi>${response.query}</bdi></p>`;
  if (hits.length === 0) {
    return html`${notice}${question}${activeFilters(asked)}<p class="count ui" id="outcome" tabindex="-1">Nothing found.${undated}</p>
<p class="ui">${withoutMarks(asked, response.query)}${NOTHING_HINTS[reach]}</p>
${samplesList(samples, '/')}`;
  }
  const sort = sortOf(asked.get('sort'));
  const groups = arrangeHits(hits, sort);
  const shown =
    matched > hits.length
      ? `The ${hits.length} best of ${matched} matches.`
      : `${quantity(matched, 'match', 'matches')}.`;
  let next = 1;
  const cards = groups.map((group) => {
    const first = next;
    next += group.hits.length;
    return hitGroup(group, { first, question: response.query, around: around.get(group.root) });
  });
  return html`${notice}${question}${activeFilters(asked)}<div class="head ui"><p class="count" id="outcome" tabindex="-1">${shown}${undated}</p>
${hits.length < 2 ? '' : orderLinks(asked, sort)}</div>
${timeline(groups.flatMap((group) => group.hits))}<ol class="hits" role="list">
${cards}</ol>`;
}

/** A way on for whoever demanded a phrase that nothing shows. */
function withoutMarks(asked: URLSearchParams, query: string): Markup | string {
  const { phrases, plain } = readQuerySyntax(query);
  if (phrases.length === 0) return '';
  return html`Nothing shows the words in quotation marks like that. <a href="${searchAddress(asked, { with: { q: plain } })}">Search for them without the marks</a>. `;
}

/** The orders as links: of the hits that are shown, not of others. */
function orderLinks(asked: URLSearchParams, chosen: Sort): Markup {
  return html`<ul class="order" aria-label="Order" role="list">${SORTS.map(
    (sort) =>
      html`<li><a href="${searchAddress(asked, { with: { sort: sort === 'best' ? '' : sort } })}"${sort === chosen ? html` aria-current="true"` : ''}>${ORDER_NAMES[sort]}</a></li>\n`,
  )}</ul>`;
}

const ORDER_NAMES: Readonly<Record<Sort, string>> = {
  best: 'Best first',
  newest: 'Newest first',
  oldest: 'Oldest first',
};

const NOTHING_HINTS = {
  lexical:
    'A title, a name or a whole phrase finds more here than a single word. Fewer filters may help too.',
  semantic: 'Try other words, or fewer filters.',
} as const;
