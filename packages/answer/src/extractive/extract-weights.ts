/**
 * The one set of weights of extractive answering.
 *
 * Chosen on the training claims of SciFact, those for when to refuse on meeting questions and made-up ones too, and used
 * unchanged everywhere; see docs/benchmarks.md.
 */

/** What counts how much; parts of a sentence's score are in [0, 1] before they are weighted. */
export interface ExtractWeights {
  /** Of the question's rarity that a sentence meets. */
  coverage: number;
  /** Of the question's neighbouring terms that are neighbours in the sentence too. */
  phrase: number;
  /** Of the question's rarity that the whole passage meets. */
  passage: number;
  /** Of the question's rarity that the title of the work meets, for the sentence of it that meets most. */
  title: number;
  /** How much of a plain word's weight a name of the same letters counts. */
  namesake: number;
  /** Of the question's rarity that the better of the sentences beside it meets. */
  neighbour: number;
  /** Of the hit's score to that of the best hit. */
  hit: number;
  /** For the first sentence of a passage. */
  lead: number;
  /** For a figure where one is asked for. */
  figure: number;
  /** Taken off a question. */
  question: number;
  /** Taken off a scrap or a sentence beyond the usual length. */
  length: number;
  /** Taken off for likeness to what was chosen already. */
  likeness: number;
  /** Sentences below this share of the best score are left out. */
  keepShare: number;
  /** Least share of the question's rarity that a passage must meet. */
  leastShare: number;
  /** Terms that one of its sentences must meet, per square root of the question's terms. */
  leastTerms: number;
  /** Cosine from which a passage counts though it meets too little. */
  strongScore: number;
  /** Cosine from which a passage in another language counts. */
  foreignScore: number;
}

/** The weights in use. */
export const EXTRACT_WEIGHTS: ExtractWeights = {
  coverage: 1,
  phrase: 0.3,
  passage: 0.5,
  title: 0.4,
  namesake: 0.5,
  neighbour: 0.15,
  hit: 0.4,
  lead: 0.02,
  figure: 0.1,
  question: 0.3,
  length: 0.1,
  likeness: 0.25,
  keepShare: 0.8,
  leastShare: 0.2,
  leastTerms: 0.7,
  strongScore: 0.5,
  foreignScore: 0.25,
};

/** Most sentences that stand for a passage in another language. */
export const FOREIGN_MAX_SENTENCES = 1;
/** Most sentences of an answer. */
export const ANSWER_MAX_SENTENCES = 5;
/** Most UTF-16 units of all of them. */
export const ANSWER_MAX_UNITS = 1_500;
