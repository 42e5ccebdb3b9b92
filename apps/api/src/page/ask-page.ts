/**
 * The page that answers, in each of its states: before a question, with an answer or a refusal, and with a question it
 * cannot take.
 *
 * Who wrote what is said first: sentences quoted from the archive, or sentences of a model that were checked. What is not
 * released as text stands apart, in fixed words.
 */
import { type Answer, type EvidenceHit, type FieldIssue, QUERY_MAX_CHARS } from '@archive/contract';
import { html } from 'hono/html';
import { headingWords } from '../answers/answer-words.ts';
import { DEGRADED_SENTENCE } from '../degraded.ts';
import { answerProse } from './answer-prose.ts';
import { answerRelated } from './answer-related.ts';
import { answerSources } from './answer-sources.ts';
import { searchAddress } from './active-filters.ts';
import { type ArchiveFacts, htmlPage, type Markup } from './html-page.ts';
import { problemNotice } from './problem-notice.ts';
import { samplesList } from './samples-list.ts';
import { shortened } from './shortened.ts';

/** What there is to show. */
export type AskState =
  | { kind: 'welcome' }
  | {
      kind: 'answer';
      answer: Answer;
      /** What the answer was made from. */
      hits: readonly EvidenceHit[];
      /** What the search did without. */
      degraded?: 'lexical';
    }
  | { kind: 'problem'; detail: string; issues?: readonly FieldIssue[] };

/** Everything the page shows. */
export interface AskView {
  /** The question, as it was asked. */
  question: string;
  /** Questions to start with. */
  samples: readonly string[];
  state: AskState;
}

/** Renders the page. */
export function askPage(facts: ArchiveFacts, view: AskView): Promise<string> {
  const { question, state } = view;
  const main = html`<h1 class="skip">Ask</h1>
${askForm(question, state)}<p class="hint ui" id="how">${HOW[facts.answers === undefined ? 'quoted' : 'written']}${
    facts.answers?.host === undefined
      ? ''
      : html` Your question and those passages are sent to <bdi>${facts.answers.host}</bdi> for that.`
  } <a href="/help#answers">How answers are made</a></p>
<p id="said" class="skip" role="status"></p>
${askAnswer(view)}`;
  return htmlPage(facts, { title: question === '' ? 'Ask' : shortened(question), main, tab: 'ask' });
}

/** The part of the page that a question changes. */
function askAnswer(view: AskView): Markup {
  return html`<section id="answer" class="${view.state.kind}" aria-labelledby="outcome">
${stateMarkup(view)}
</section>`;
}

function askForm(question: string, state: AskState): Markup {
  const isFaulty = state.kind === 'problem' && (state.issues ?? []).some(({ field }) => field === 'q');
  return html`<form class="asking" action="/ask" method="post">
<div class="ask">
<input type="text" name="q" value="${question}" required pattern=".{0,${QUERY_MAX_CHARS}}" title="At most ${QUERY_MAX_CHARS} characters" aria-label="Ask this archive" aria-describedby="${isFaulty ? 'outcome' : 'how'}" placeholder="What do you want to know?" autocomplete="off" enterkeyhint="go" dir="auto"${isFaulty ? html` aria-invalid="true"` : ''}>
<button type="submit">Ask</button>
</div>
</form>
`;
}

function stateMarkup({ question, samples, state }: AskView): Markup {
  switch (state.kind) {
    case 'welcome':
      return html`<p class="count ui" id="outcome" tabindex="-1">Ask a question: the answer says where each of its sentences comes from, or that there is none.</p>
${samplesList(samples, '/ask')}`;
    case 'problem':
      return problemNotice(state);
    case 'answer':
      return html`<p class="print">Asked: <bdi>${question}</bdi></p>
${answerMarkup(state)}
<p class="ui more"><a href="${searchAddress(new URLSearchParams({ q: question }), {})}">Search for this instead</a></p>`;
  }
}

function answerMarkup({ answer, hits, degraded }: AskState & { kind: 'answer' }): Markup {
  const { refusal } = answer;
  return html`<p class="count ui" id="outcome" tabindex="-1">${headingWords(answer)}</p>
${degraded === undefined ? '' : html`<p class="notice" role="note">${DEGRADED_SENTENCE}</p>\n`}${refusal === undefined ? '' : html`<p class="refusal">${refusal.text}</p>\n`}${answerProse(answer)}${answerSources(answer, hits)}${answerRelated(answer)}`;
}

const HOW = {
  quoted: 'Answers are quoted: sentences of public passages, and where they stand.',
  written: 'Answers are written by a language model from public passages, and then checked.',
} as const;
