/**
 * Help for readers: what the labels mean, why a hit may be a place alone, where a question goes, and the policy in the
 * words that programs get with every answer.
 *
 * The same for everybody: it depends on what the archive says of itself, on nothing that is in it.
 */
import { POLICY_COPY, SERVED_EXPOSURES } from '@archive/contract';
import { html } from 'hono/html';
import { DAILY_SHARE } from '../daily-share.ts';
import { EXPOSURE_LABELS, EXPOSURE_MEANINGS } from './exposure-labels.ts';
import { type ArchiveFacts, htmlPage, type Markup } from './html-page.ts';

/** Renders the page of help. */
export function helpPage(facts: ArchiveFacts): Promise<string> {
  const main = html`<nav class="ui"><a href="/">Search this archive</a></nav>
<h1>Help</h1>
<section class="help" id="labels"><h2>What the labels mean</h2>
<dl>
${SERVED_EXPOSURES.map(
  (exposure) =>
    html`<dt class="${exposure}"><b>${EXPOSURE_LABELS[exposure]}</b></dt><dd>${EXPOSURE_MEANINGS[exposure]}</dd>\n`,
)}</dl>
<p>Nothing that a search shows was written in answer to a question. The score of what is not shown in full is rounded. A speaker who is not named stands for nobody in particular.</p>
</section>
<section class="help" id="semantic"><h2>Why only a description?</h2>
<p>The owner of this archive decides for each work how much of it may leave. Some works may be found but not read here, a book of somebody else’s for example. What you then read is a description: made when the archive was put together, checked that it quotes nothing of its source, and released by the owner. Under it stands whether software drafted it and whether a person reviewed it. Do not quote it as if it were the source.</p>
</section>
<section class="help" id="locator"><h2>Why only a location?</h2>
<p>Of some works the owner releases places alone: interviews given in confidence, a diary. Of others a description may be held back <a href="#day">for a day</a>. A search can still say that something relevant is there, and where: which work, whose, which page or minute. That is all this page was given; the words are not hidden in it. What they say, and whether they say yes or no to your question, cannot be told from the place.</p>
<p>To read such a passage, ask whoever keeps the archive${facts.author === undefined ? '' : html`, <bdi>${facts.author}</bdi>,`} and name the work and the place.</p>
</section>
<section class="help" id="day"><h2>How much in a day?</h2>
<p>${DAILY_SHARE} That is the same for everybody, and which of the reasons holds for a place is not said. Public works are not counted.</p>
</section>
<section class="help" id="answers"><h2>How answers are made</h2>
<p>“Ask” searches by meaning alone, where “Search” counts the words of a question as well, and answers from what was found. Every sentence of an answer cites a public passage, which you can open; works whose text is not released are listed apart, in fixed words, and nothing is concluded from them. Where no public passage answers, it says so.</p>
${answersWords(facts)}
</section>
<section class="help" id="searching"><h2>How to search</h2>
<p>${SEARCHING[facts.reach]}</p>
<p>“Search” takes three things literally; “Ask” does not:</p>
<dl>
<dt><kbd>"harbour light"</kbd></dt><dd>Words in quotation marks (“…”, "…", „…“, «…», ‹…›, 「…」, 《…》, ״…״) must stand like that, in this order and form, in what a result shows: in its text, its title, a name or its description. Up to four such phrases are looked for.</dd>
<dt><kbd>harb*</kbd></dt><dd>A star behind two letters or more finds every public text with a word that begins so.</dd>
<dt><kbd>978-3-16-148410-0</kbd>, <kbd>10.1000/182</kbd>, <kbd>§ 4.2.1</kbd></dt><dd>A number of a book (ISBN), a recording (ISRC), a paper (DOI) or a clause puts first what states exactly that, with or without hyphens. Where nothing states it, its parts are not looked for as words; something may still be found as near in meaning.</dd>
</dl>
<p>With marks there may be fewer results: take them away to search in the usual way.</p>
<p>Results are put together by work, with parts of a work beside it. “Newest first” and “Oldest first” order the results you see; they do not look for others. The numbers beside filters count public works of the whole archive, whatever you ask.</p>
<p>Press <kbd>/</kbd> to go to the search box.</p>
</section>
<section class="help" id="questions"><h2>Where a question goes</h2>
<p>With JavaScript a question is sent apart from the address and stands in the address bar after a <code>#</code>, which browsers do not send. You can share or keep such an address, and it does not end up in the records of the servers on its way. It needs JavaScript to open. Without JavaScript the question is part of the address, and those who run this site or stand between may have it in their records. This software keeps no record of questions unless whoever runs it asks it to, sets no cookies and loads nothing from elsewhere. A question stays in the history of your browser.</p>
${rereadWords(facts)}</section>
<section class="help" id="policy"><h2>The policy, as programs get it</h2>
<dl>
${SERVED_EXPOSURES.map((exposure) => html`<dt><code>${exposure}</code></dt><dd>${POLICY_COPY.exposure[exposure]}</dd>\n`)}</dl>
<p>${POLICY_COPY.note}</p>
</section>`;
  return htmlPage(facts, { title: 'Help', main });
}

function rereadWords({ rereadAt }: ArchiveFacts): Markup | string {
  if (rereadAt === undefined) return '';
  return html`<p>Your question and the public passages that come nearest are sent to <bdi>${rereadAt}</bdi>, where a program says how well each passage fits.</p>\n`;
}

function answersWords({ answers }: ArchiveFacts): Markup {
  if (answers === undefined)
    return html`<p>Answers are quoted: sentences of public passages, word for word. No language model is asked.</p>`;
  const where =
    answers.host === undefined
      ? 'on the machine of this archive'
      : html`at <bdi>${answers.host}</bdi>, where your question and those passages are sent`;
  return html`<p>Answers are written by a language model (<bdi>${answers.model}</bdi>, ${where}). It is given public passages, and of other works no more than title, names and place. What it writes is checked before you see it: each sentence cites a passage it was given, and quotations and numbers stand there word for word. A check like that does not understand what it reads; open the passage before you rely on a sentence. How many such answers one address gets in a day is limited.</p>`;
}

const SEARCHING: Readonly<Record<ArchiveFacts['reach'], Markup | string>> = {
  semantic:
    'Ask in your own words, in a sentence or a few words: what is close in meaning is found, not only what is spelled the same.',
  lexical:
    'This archive is searched by spelling: use words that stand in what you look for. What is not shown in full is found by its title, its names and its description, not by its content.',
};
