/**
 * What people marked as evidence: sentences of abstracts that settle a claim, and the words that answer a question.
 *
 * Read in place beside the checkout, like the judged sets. Only the training half of SciFact may be used to choose anything.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, readScifact } from './judged-sets.ts';
import type { JudgedSet } from './judged-set.ts';

/** A stretch of a passage, in UTF-16 units of its text. */
export interface Stretch {
  readonly passageId: string;
  readonly from: number;
  readonly to: number;
}

/** Questions about passages with the stretches that count as evidence; a question without any has no answer. */
export interface EvidenceSet extends JudgedSet {
  /** By question id; absent when nobody found evidence. */
  readonly evidence: ReadonlyMap<string, readonly Stretch[]>;
}

/** SciFact with every claim, those without evidence too, and the rationale sentences of the others. */
export function readRationales(split: 'train' | 'test'): EvidenceSet | undefined {
  const set = readScifact(split);
  if (set === undefined) return undefined;
  const suffix = split === 'train' ? '_train' : '';
  const texts = new Map(set.passages.map(({ id, text }) => [id, text]));
  const evidence = new Map<string, Stretch[]>();
  for (const { query_id, doc_id, sentence_text } of lines<{
    query_id: string;
    doc_id: string;
    sentence_text: string[];
  }>(join(dataFolder, 'C_scifact', `evidence${suffix}.jsonl`))) {
    const known = evidence.get(query_id) ?? [];
    evidence.set(query_id, known);
    for (const sentence of sentence_text.map((text) => text.trim())) {
      const from = (texts.get(doc_id) ?? '').indexOf(sentence);
      if (from < 0) throw new Error(`a rationale of claim ${query_id} is not in its abstract`);
      if (!known.some((other) => other.passageId === doc_id && other.from === from))
        known.push({ passageId: doc_id, from, to: from + sentence.length });
    }
  }
  return {
    ...set,
    questions: lines<{ id: string; text: string }>(
      join(dataFolder, 'C_scifact', `queries${suffix}.jsonl`),
    ).map(({ id, text }) => ({ id, text })),
    evidence,
  };
}

/** The answers of a reading set by question id: the passage, and the strings that count. */
export function readAnswers(
  folder: string,
): ReadonlyMap<string, { passageId: string; texts: readonly string[] }> {
  const path = join(dataFolder, folder, 'answers.jsonl');
  if (!existsSync(path)) return new Map();
  return new Map(
    lines<{ query_id: string; doc_id: string; answers: { text: string }[] }>(path).map(
      ({ query_id, doc_id, answers }) => [
        query_id,
        { passageId: doc_id, texts: answers.map(({ text }) => text.trim()) },
      ],
    ),
  );
}

function lines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
