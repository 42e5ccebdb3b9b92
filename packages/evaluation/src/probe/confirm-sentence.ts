/**
 * Somebody holds a sentence and wants to know whether exactly it stands in a fragment: does the true sentence score above
 * near variants of it?
 */
import type { QueryTools, ScoreOracle } from '../attack/recover-vector.ts';
import type { Random } from '../attack/seeded-random.ts';
import { areaUnderCurve, mean } from './area-under-curve.ts';
import type { ProbeTarget } from './probe-target.ts';
import { comparable } from './score-oracle.ts';

/** Mean area under the curve over fragments: 0.5 when a released score cannot tell. */
export async function confirmSentences(
  tools: QueryTools,
  targets: readonly ProbeTarget[],
  open: (target: ProbeTarget) => ScoreOracle,
  random: Random,
  { sentences = 4, variants = 4 }: { sentences?: number; variants?: number } = {},
): Promise<number> {
  const areas: number[] = [];
  for (const target of targets) {
    const ask = open(target);
    const score = async (text: string): Promise<number> => {
      const [vector = new Float32Array()] = await tools.embedder.embed([text], { purpose: 'query' });
      return comparable(await ask(text, vector));
    };
    for (let at = 0; at < sentences; at++) {
      const sentence = stretchOf(target.text, random);
      const truth = await score(sentence.join(' '));
      const near: number[] = [];
      for (let variant = 0; variant < variants; variant++)
        near.push(await score(altered(sentence, tools.words, random).join(' ')));
      areas.push(areaUnderCurve([truth], near));
    }
  }
  return mean(areas);
}

function stretchOf(text: string, random: Random): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const length = Math.min(words.length, SENTENCE_WORDS);
  const from = random.between(0, words.length - length);
  return words.slice(from, from + length);
}

/** The sentence with two of its words replaced. */
function altered(sentence: readonly string[], words: readonly string[], random: Random): string[] {
  const places = new Set(random.sample([...sentence.keys()], REPLACED));
  return sentence.map((word, at) => (places.has(at) ? random.pick(words) : word));
}

const SENTENCE_WORDS = 12;
const REPLACED = 2;
