/**
 * What quoted stretches are worth against marked evidence: precision and recall of passages and of sentences.
 *
 * A quotation is right when it and a marked stretch share at least half of the shorter one. Shares of claims count every claim with
 * evidence; a refusal of one counts as finding nothing. Precision is over what was quoted.
 */
import { mean } from '@archive/evaluation';
import type { EvidenceSet, Stretch } from './quoted-evidence.ts';

/** Figures of one way of quoting, 0 to 1 but for `perAnswer`. */
export interface QuotationFigures {
  /** Claims with evidence that were refused. */
  refused: number;
  /** Claims without evidence that were refused. */
  refusedWithout: number;
  passagePrecision: number;
  passageRecall: number;
  sentencePrecision: number;
  sentenceRecall: number;
  /** Harmonic mean of the two above. */
  sentenceF1: number;
  /** Claims with at least one right sentence. */
  found: number;
  /** Sentences of an answer. */
  perAnswer: number;
  /** F1 of each claim with evidence, 0 when refused; in the order of the set, for comparing. */
  f1: readonly number[];
}

/** Judges what was quoted for each question of a set, in its order. */
export function quotationFigures(
  { questions, evidence }: EvidenceSet,
  quoted: readonly (readonly Stretch[])[],
): QuotationFigures {
  const with_ = questions.flatMap(({ id }, at) => {
    const marked = evidence.get(id);
    return marked === undefined ? [] : [{ marked, quoted: quoted[at] ?? [] }];
  });
  const without = questions.flatMap(({ id }, at) => (evidence.has(id) ? [] : [quoted[at] ?? []]));
  const answered = with_.filter((claim) => claim.quoted.length > 0);
  const judged = with_.map(({ marked, quoted: own }) => ({
    marked: marked.length,
    quoted: own.length,
    right: own.filter((stretch) => marked.some((other) => overlap(stretch, other))).length,
    met: marked.filter((stretch) => own.some((other) => overlap(stretch, other))).length,
  }));
  const sum = (key: 'marked' | 'quoted' | 'right' | 'met'): number =>
    judged.reduce((total, claim) => total + claim[key], 0);
  const sentencePrecision = sum('right') / sum('quoted');
  const sentenceRecall = sum('met') / sum('marked');
  const passages = (stretches: readonly Stretch[]): string[] => [
    ...new Set(stretches.map(({ passageId }) => passageId)),
  ];
  const share = (of: readonly string[], among: readonly string[]): number =>
    of.filter((id) => among.includes(id)).length / of.length;
  return {
    refused: 1 - answered.length / with_.length,
    refusedWithout: without.filter((own) => own.length === 0).length / without.length,
    passagePrecision: mean(answered.map(({ marked, quoted: own }) => share(passages(own), passages(marked)))),
    passageRecall: mean(with_.map(({ marked, quoted: own }) => share(passages(marked), passages(own)))),
    sentencePrecision,
    sentenceRecall,
    sentenceF1: harmonic(sentencePrecision, sentenceRecall),
    found: judged.filter(({ right }) => right > 0).length / with_.length,
    perAnswer: sum('quoted') / answered.length,
    f1: judged.map(({ marked, quoted: own, right, met }) =>
      own === 0 ? 0 : harmonic(right / own, met / marked),
    ),
  };
}

/** Whether two stretches share at least half of the shorter one. */
export function overlap(a: Stretch, b: Stretch): boolean {
  if (a.passageId !== b.passageId) return false;
  const shared = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  return shared > 0 && 2 * shared >= Math.min(a.to - a.from, b.to - b.from);
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}
