/**
 * Ways to answer by quoting, side by side: ours, and three that anybody could write in a minute.
 *
 * Each is given the same hits and returns stretches of their texts. Ours alone may refuse. That every quotation of ours
 * stands in the text it cites is asserted here, before anything is counted.
 */
import { extractAnswer, splitSentences } from '@archive/answer';
import type { TextHit } from '@archive/contract';
import { contentWords, normalizeText } from '@archive/text';
import type { Stretch } from './quoted-evidence.ts';
import { seededRandom } from './seeded-random.ts';

/** Chooses stretches of the hits' texts for a question; none is a refusal. */
export type Quoter = (question: string, hits: readonly TextHit[]) => readonly Stretch[];

/** Name of ours in tables. */
export const OURS = 'extractive';

/** All of them, ours first; the last draws the same lots in every run. */
export function quoters(): Readonly<Record<string, Quoter>> {
  const next = seededRandom(6);
  return {
    [OURS]: (question, hits) =>
      extractAnswer(question, hits).sentences.map(({ text, citations }) => {
        const hit = hits.find(({ fragmentId }) => fragmentId === citations[0]?.fragmentId);
        if (hit === undefined || citations.length !== 1 || citations[0]?.url !== hit.entity.url)
          throw new Error('a quotation cites what was not found');
        return locateQuotation(text, hit);
      }),
    'lead-3': (_, [best]) => (best === undefined ? [] : sentencesOf(best).slice(0, 3)),
    'most shared words': (question, hits) => {
      const asked = new Set(contentWords(question));
      let best: Stretch | undefined;
      let most = -1;
      for (const sentence of hits.flatMap(sentencesOf)) {
        const shared = new Set(contentWords(sentence.text).filter((word) => asked.has(word))).size;
        if (shared > most) [best, most] = [sentence, shared];
      }
      return best === undefined ? [] : [best];
    },
    'random 3': (_, hits) => {
      const pool = hits.flatMap(sentencesOf);
      return Array.from({ length: Math.min(3, pool.length) }, () =>
        pool.splice(Math.floor(next() * pool.length), 1),
      ).flat();
    },
  };
}

/**
 * Where a quotation stands in the text of a hit.
 *
 * @throws {Error} when it is not there word for word; only white space and characters without ink may differ
 */
export function locateQuotation(quotation: string, { text, fragmentId }: TextHit): Stretch {
  const passageId = passageIdOf(fragmentId);
  const from = text.indexOf(quotation);
  if (from >= 0) return { passageId, from, to: from + quotation.length };
  const wanted = spaced(quotation);
  for (const sentence of splitSentences(text))
    if (spaced(sentence.text).includes(wanted)) return { passageId, from: sentence.from, to: sentence.to };
  throw new Error(`a quotation does not stand in ${passageId}`);
}

function spaced(text: string): string {
  return normalizeText(text).replace(/\s+/gu, ' ').trim();
}

function sentencesOf({ text, fragmentId }: TextHit): (Stretch & { text: string })[] {
  const passageId = passageIdOf(fragmentId);
  return splitSentences(text).map((sentence) => ({ passageId, ...sentence }));
}

/** The fragment that stands for a passage of a set. */
export function fragmentIdOf(passageId: string): string {
  return `paper:${passageId}#whole`;
}

function passageIdOf(fragmentId: string): string {
  return fragmentId.slice('paper:'.length, -'#whole'.length);
}
