/**
 * Says whether a sentence and what it cites speak of the same things, by the content words they share.
 *
 * It cannot tell a claim from its denial, and it needs both in one language. What it finds is a citation that has nothing to do
 * with its sentence, one that is off by one passage, and a sentence about a work whose text nobody was shown.
 */
import { codePointLength, containsPhrase, contentWords, hasUnspacedScript, shingles } from '@archive/text';
import type { EvidenceHit, FragmentFace } from '@archive/contract';
import { creatorsOf, type TextFace } from '../evidence.ts';
import type { FindingKind } from './finding.ts';

/** The least share of the content words of a sentence that what it cites must hold. */
const SUPPORT_MIN_SHARE = 1 / 2;
/** And the least number of them: a single word stands in too many passages. */
const SUPPORT_MIN_WORDS = 2;
/** A passage that is not cited fits far better when it holds all the words, or this share of them more and two at least. */
const ELSEWHERE_MIN_SHARE = 1 / 4;
const ELSEWHERE_MIN_WORDS = 2;

/** Most content words in a row that no cited passage holds; of pairs of characters in writing without spaces, more. */
const ADDED_MAX_WORDS = 3;
const ADDED_MAX_PAIRS = 10;
/** Words, or characters in writing without spaces, that nobody has in common with a description by chance. */
const DESCRIPTION_RUN_WORDS = 4;
const DESCRIPTION_RUN_CHARS = 10;

/** What a sentence is held against. */
export interface SupportContext {
  cited: readonly TextFace[];
  /** Everything that was found, cited or not. */
  hits: readonly (EvidenceHit | FragmentFace)[];
}

/** What is wrong with the support of a sentence; empty when nothing is. */
export function supportFindings(text: string, { cited, hits }: SupportContext): FindingKind[] {
  const found: FindingKind[] = [];
  const said = contentWords(text);
  const words = [...new Set(said)];
  const held = heldWords(cited);
  const shared = words.filter(held).length;
  // A title or a name says who speaks and of what; it is no part of what a passage states, for or against.
  const onFace = new Set(contentWords(cited.map(faceText).join('\n')));
  const counted = words.filter((word) => held(word) || !onFace.has(word)).length;
  if (shared < Math.max(SUPPORT_MIN_WORDS, counted * SUPPORT_MIN_SHARE)) found.push('unsupported');
  else {
    if (addsTooMuch(said, held)) found.push('added');
    const ids = new Set(cited.map(({ fragmentId }) => fragmentId));
    const margin = Math.max(ELSEWHERE_MIN_WORDS, words.length * ELSEWHERE_MIN_SHARE);
    const isElsewhere = hits.some((hit) => {
      if (hit.exposure !== 'text' || ids.has(hit.fragmentId)) return false;
      const there = words.filter(heldWords([hit])).length;
      return there >= shared + margin || (there === words.length && there > shared);
    });
    if (isElsewhere) found.push('elsewhere');
  }
  if (namesUnreleased(text, cited, hits)) found.push('unreleased');
  return found;
}

/** Tells whether a content word stands in the texts of these passages. */
function heldWords(passages: readonly TextFace[]): (word: string) => boolean {
  const held = new Set(passages.flatMap((passage) => wordsOf(passage)));
  const byStart = new Map<string, string[]>();
  for (const word of held) {
    const start = word.slice(0, STEM_MIN_CHARS);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return (word) =>
    held.has(word) ||
    (byStart.get(word.slice(0, STEM_MIN_CHARS)) ?? []).some((other) => isInflected(word, other));
}

/** The content words of a passage, cut once: every sentence of an answer is held against it. */
function wordsOf(passage: TextFace): readonly string[] {
  const known = WORDS.get(passage) ?? contentWords(passage.text);
  WORDS.set(passage, known);
  return known;
}
const WORDS = new WeakMap<TextFace, readonly string[]>();

/** Whether a stretch of a sentence is its own: what the rest shares does not carry it. */
function addsTooMuch(said: readonly string[], isHeld: (word: string) => boolean): boolean {
  let [words, pairs] = [0, 0];
  for (const word of said) {
    const isPair = hasUnspacedScript(word);
    if (isHeld(word)) [words, pairs] = [0, 0];
    else if (isPair) pairs++;
    else words++;
    if (words > ADDED_MAX_WORDS || pairs > ADDED_MAX_PAIRS) return true;
  }
  return false;
}

/** What is told of a passage besides its text. */
export function faceText({ entity, locatorLabel, date, attribution = [] }: TextFace): string {
  const speakers = attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
  const names = [...creatorsOf(entity), ...speakers];
  return [entity.type, entity.title, ...names, entity.version ?? '', locatorLabel, date ?? ''].join('\n');
}

/** Two forms of one word, near enough: `burned` and `burning`, `lights` and `light`. */
function isInflected(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a.charAt(same) === b.charAt(same)) same++;
  return same >= STEM_MIN_CHARS && same >= shorter * 0.6;
}

/** Whether a sentence holds what only places have: a title, a maker, a label or a run of a description. */
function namesUnreleased(
  text: string,
  cited: readonly TextFace[],
  hits: readonly (EvidenceHit | FragmentFace)[],
): boolean {
  const open = cited.map((passage) => `${passage.text}\n${faceText(passage)}`).join('\n');
  return hits.some((hit) => {
    if (hit.exposure === 'text') return false;
    if (hit.exposure === 'semantic' && sharesRun(text, hit.gist, open)) return true;
    const labels = /\s/u.test(hit.locatorLabel.trim()) ? [hit.locatorLabel] : [];
    return [hit.entity.title, ...creatorsOf(hit.entity), ...labels].some(
      (name) => containsPhrase(text, name) && !containsPhrase(open, name),
    );
  });
}

function sharesRun(text: string, description: string, open: string): boolean {
  const [described, read] = [new Set(runsOf(description)), new Set(runsOf(open))];
  return runsOf(text).some((run) => described.has(run) && !read.has(run));
}

/** The runs of a text that are long enough to tell. */
function runsOf(text: string): string[] {
  return shingles(text, DESCRIPTION_RUN_WORDS, { chars: DESCRIPTION_RUN_CHARS }).filter((run) =>
    hasUnspacedScript(run)
      ? codePointLength(run) >= DESCRIPTION_RUN_CHARS
      : run.split(' ').length >= DESCRIPTION_RUN_WORDS,
  );
}

const STEM_MIN_CHARS = 4;
