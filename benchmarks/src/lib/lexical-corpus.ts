/**
 * Passages of about 240 characters and three-word questions, made from a seed.
 *
 * Words are drawn by rank the way texts draw them (Zipf), a few of them inflected, so that lists of postings have the
 * lengths they have in a real archive. The commonest are English grammar, so that whoever stems, stems; questions ask for
 * none of those, because some engines leave them out. The rest is no language: the figures are of speed, never of quality.
 */
import { stopWords } from '@archive/text';
import { seededRandom } from './seeded-random.ts';

const VOCABULARY = 60_000;
const WORDS = 38;

/** What the engines are given. */
export interface LexicalCorpus {
  readonly passages: readonly string[];
  readonly queries: readonly string[];
}

/** Makes a corpus. The same numbers give the same strings. */
export function lexicalCorpus(passages: number, queries: number, seed = 7): LexicalCorpus {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(random);
  const texts = Array.from({ length: passages }, () =>
    Array.from({ length: WORDS }, () => drawWord(vocabulary, random)).join(' '),
  );
  return { passages: texts, queries: Array.from({ length: queries }, () => makeQuery(texts, random)) };
}

/** Three different words of one passage, none of them grammar. */
function makeQuery(texts: readonly string[], random: () => number): string {
  const words = (texts[Math.floor(random() * texts.length)] as string)
    .split(' ')
    .filter((word) => !GRAMMAR.includes(word));
  if (new Set(words).size < 3) return makeQuery(texts, random);
  const chosen = new Set<string>();
  while (chosen.size < 3) chosen.add(words[Math.floor(random() * words.length)] as string);
  return [...chosen].join(' ');
}

function makeVocabulary(random: () => number): readonly string[] {
  const words = new Set(GRAMMAR);
  const stops = stopWords();
  const pick = (from: string): string => from[Math.floor(random() * from.length)] as string;
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(Math.log2(2 + words.size) / 5 + random());
    let word = '';
    for (let at = 0; at < syllables; at++) word += pick('bcdfghklmnprstvw') + pick('aeiou');
    word += random() < 0.6 ? pick('lmnrst') : '';
    if (!stops.has(word)) words.add(word);
  }
  return [...words];
}

/** A word whose rank is drawn log-uniformly, which is Zipf's law with exponent one. */
function drawWord(vocabulary: readonly string[], random: () => number): string {
  const rank = Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1;
  const word = vocabulary[rank] as string;
  const form = random();
  if (rank < GRAMMAR.length) return word;
  return form < 0.1 ? `${word}s` : form < 0.15 ? `${word}ing` : word;
}

/** In the order of how common they are. */
const GRAMMAR =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which'.split(
    ' ',
  );
