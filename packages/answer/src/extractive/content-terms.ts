/**
 * The terms by which a question and a sentence are compared: content words without their endings, groups of characters
 * where words have no spaces.
 *
 * What only makes a text a question ("how many", "summarize", 何, 什么) is left out of the question's terms. The stem is a
 * light one, which only has to make the forms of a word meet.
 */
import { contentWords, normalizeText } from '@archive/text';

/** The terms of a text in order, repeats included. */
export function contentTerms(text: string): string[] {
  return contentWords(text)
    .filter((term) => !GRAMMAR.test(term))
    .map(lightStem);
}

/** The terms of a question, in order, each once. */
export function questionTerms(question: string): string[] {
  const asked = normalizeText(question).replace(QUESTION_PHRASES, ' ');
  return [
    ...new Set(
      contentWords(asked)
        .filter((term) => !GRAMMAR.test(term) && !QUESTION_WORDS.has(term))
        .map(lightStem),
    ),
  ];
}

/**
 * A word without a common English ending and at most the first letters of it; numbers, short words and words of other
 * scripts stay.
 */
export function lightStem(word: string): string {
  return LATIN.test(word) ? withoutEnding(word).slice(0, STEM_LETTERS) : word;
}

function withoutEnding(word: string): string {
  if (word.length < 4 || !PLAIN.test(word)) return word;
  for (const [ending, to, least] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (stem.length < least) continue;
    return ending === 's' && /[sui]$/.test(stem) ? word : stem + to;
  }
  return word;
}

/** Enough to tell words apart, few enough for "regulate" to meet "regulation". */
const STEM_LETTERS = 7;
const ENDINGS: readonly (readonly [ending: string, to: string, least: number])[] = [
  ['ies', 'y', 2],
  ['sses', 'ss', 2],
  ['ing', '', 4],
  ['ed', '', 4],
  ['es', '', 4],
  ['s', '', 3],
  ['e', '', 4],
];
const PLAIN = /^[a-z]+$/;
const LATIN = /^\p{Script=Latin}+$/u;
/** Pairs of kana, and a character with a particle before or after it. */
const GRAMMAR = /^[\p{scx=Hiragana}ー]+$|^[のはがをにでともへやか].$|^.[のはがをにでともへやか]$/u;
const QUESTION_WORDS = new Set(
  (
    'summarize summarise summary discuss discussed discussion describe explain explanation tell say said says think thought ' +
    'know mean means many much kind kinds type types according give list name state does happen happened please archive ' +
    'make makes made making do work works go goes get gets got take takes took come comes came call called use used ' +
    'welche welcher welches wieviel quel quelle quels quelles combien comment pourquoi quand cuál cuáles cuánto cuántos cuándo dónde cómo'
  )
    .split(' ')
    .map((word) => normalizeText(word)),
);
const QUESTION_PHRASES =
  /什么|怎么|怎样|多少|哪[个里些种一儿]?|为何|如何|几个|谁|吗|呢|何(?:です|でし|人|年|月|日)?|誰|どこ|どの|どれ|どんな|いつ|なぜ|どう|いくつ|いくら|(?:です|でした|ます|ました)か|อะไร|ที่ไหน|เมื่อไร|เมื่อไหร่|อย่างไร|ทำไม|ใคร|เท่าไร|เท่าไหร่|กี่|หรือไม่|หรือเปล่า|ใด/gu;
