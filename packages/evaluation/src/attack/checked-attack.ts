/**
 * The attack on a model where the answer is known: rows at right angles, so that every word of a text can be read off.
 */
import { invertVector, STRATEGIES } from './invert-vector.ts';
import { prepareLinearAttack } from './linear-attack.ts';
import { tableModel } from './readable-model.ts';
import type { Random } from './seeded-random.ts';
import { observeFloats } from './observations.ts';
import type { WordDictionary } from './word-dictionary.ts';

const WORDS = 64;
const SAID = 20;

/** Least share of the words of a text that any attack finds; 1 when the attack is in order. */
export async function checkedAttack(random: Random): Promise<number> {
  const words = Array.from({ length: WORDS }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`);
  const rows = words.map((_, at) =>
    Float64Array.from({ length: WORDS }, (__, axis) => (axis === at ? 1 : 0)),
  );
  const model = tableModel(new Map(words.map((word, at) => [word, rows[at] as Float64Array])), WORDS);
  const dictionary: WordDictionary = {
    words,
    placeOf: new Map(words.map((word, at) => [word, at])),
    content: words.map(() => true),
    rate: new Float64Array(WORDS).fill(1 / WORDS),
    rows,
    dimensions: WORDS,
  };
  const said = random.sample(words, SAID);
  const [vector] = await model.embedder.embed([said.join(' ')]);
  const shares = STRATEGIES.map((strategy) => {
    const { ranked } = invertVector(
      { model, dictionary, linear: prepareLinearAttack(dictionary, SAID) },
      observeFloats(vector ?? []),
      strategy,
    );
    return ranked.slice(0, SAID).filter((at) => said.includes(words[at] as string)).length / SAID;
  });
  return Math.min(...shares);
}
