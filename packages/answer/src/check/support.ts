/**
 * Says whether a sentence and what it cites speak of the same things, by the content words they share.
 *
 * It cannot tell a claim from its denial, and it needs both in one language. What it finds is a citation that has nothing to do
 * with its sentence, one that is off by one passage, and a sentence about a work whose text nobody was shown.
 */
import { containsPhrase, contentWords } from '@archive/text';
import type { EvidenceHit, FragmentFace } from '@archive/contract';
import { creatorsOf, type TextFace } from '../evidence.ts';
import type { FindingKind } from './finding.ts';

/** The least share of the content words of a sentence that what it cites must hold. */
export const SUPPORT_MIN_SHARE = 1 / 2;
/** And the least number of them: a single word stands in too many passages. */
export const SUPPORT_MIN_WORDS = 2;
/** A passage that is not cited fits far better when it holds this share of the words more, and two words more at least. */
const ELSEWHERE_MIN_SHARE = 1 / 4;
const ELSEWHERE_MIN_WORDS = 2;

/** What a sentence is held against. */
export interface SupportContext {
  cited: readonly TextFace[];
  /** Everything that was found, cited or not. */
  hits: readonly (EvidenceHit | FragmentFace)[];
}

/** What is wrong with the support of a sentence; empty when nothing is. */
export function supportFindings(text: string, { cited, hits }: SupportContext): FindingKind[] {
  const found: FindingKind[] = [];
  const words = [...new Set(contentWords(text))];
  const shared = sharedWords(words, cited);
  if (shared < Math.max(SUPPORT_MIN_WORDS, words.length * SUPPORT_MIN_SHARE)) found.push('unsupported');
  else {
    const ids = new Set(cited.map(({ fragmentId }) => fragmentId));
    const margin = Math.max(ELSEWHERE_MIN_WORDS, words.length * ELSEWHERE_MIN_SHARE);
    const isElsewhere = hits.some(
      (hit) =>
        hit.exposure === 'text' && !ids.has(hit.fragmentId) && sharedWords(words, [hit]) >= shared + margin,
    );
    if (isElsewhere) found.push('elsewhere');
  }
  if (namesUnreleased(text, cited, hits)) found.push('unreleased');
  return found;
}

/** How many of the words stand in the texts or on the faces of these passages. */
function sharedWords(words: readonly string[], passages: readonly TextFace[]): number {
  const held = new Set(passages.flatMap((passage) => contentWords(searched(passage))));
  const byStart = new Map<string, string[]>();
  for (const word of held) {
    const start = word.slice(0, STEM_MIN_CHARS);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
  }
  return words.filter(
    (word) =>
      held.has(word) ||
      (byStart.get(word.slice(0, STEM_MIN_CHARS)) ?? []).some((other) => isInflected(word, other)),
  ).length;
}

function searched({ text, entity, locatorLabel, date, attribution = [] }: TextFace): string {
  const speakers = attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
  return [
    text,
    entity.type,
    entity.title,
    ...creatorsOf(entity),
    ...speakers,
    entity.version ?? '',
    locatorLabel,
    date ?? '',
  ].join('\n');
}

/** Two forms of one word, near enough: `burned` and `burning`, `lights` and `light`. */
function isInflected(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a.charAt(same) === b.charAt(same)) same++;
  return same >= STEM_MIN_CHARS && same >= shorter * 0.6;
}

/** Whether a sentence names what only places have: a title, a maker or a label that no cited passage holds. */
function namesUnreleased(
  text: string,
  cited: readonly TextFace[],
  hits: readonly (EvidenceHit | FragmentFace)[],
): boolean {
  const open = cited.map(searched).join('\n');
  return hits.some((hit) => {
    if (hit.exposure === 'text') return false;
    const labels = /\s/u.test(hit.locatorLabel.trim()) ? [hit.locatorLabel] : [];
    return [hit.entity.title, ...creatorsOf(hit.entity), ...labels].some(
      (name) => containsPhrase(text, name) && !containsPhrase(open, name),
    );
  });
}

const STEM_MIN_CHARS = 4;
