/**
 * Reads the judged sets that lie beside the checkout, in place; nothing of them is copied into the project.
 *
 * They are test material under licences of their own (some share-alike): for measuring only, never for fitting a model.
 * Where the folder is absent the readers return undefined, and whoever measures says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import type { JudgedSet, Passage, Question } from './judged-set.ts';

/** Where real texts lie, beside the checkout. */
export const dataFolder = join(workspaceRoot, '..', 'shared', 'data');

/** Languages of XQuAD that are there; ids are parallel. */
export const XQUAD_LANGUAGES = ['en', 'zh', 'th'] as const;
/** Languages of the Universal Declaration: folder code and ISO 639-1. */
export const UDHR_LANGUAGES = { eng: 'en', jpn: 'ja', tha: 'th', heb: 'he', spa: 'es' } as const;

type XquadLanguage = (typeof XQUAD_LANGUAGES)[number];
type UdhrLanguage = keyof typeof UDHR_LANGUAGES;

/** SciFact: claims of science, and the abstracts they cite. Only `train` may be used to choose anything. */
export function readScifact(split: 'train' | 'test'): JudgedSet | undefined {
  const suffix = split === 'train' ? '_train' : '';
  return readBeir(split === 'train' ? 'scifact-train' : 'scifact', 'C_scifact', {
    questions: { folder: 'C_scifact', file: `queries${suffix}.jsonl`, language: 'en' },
    passages: 'en',
    qrels: `qrels${suffix}.tsv`,
  });
}

/** JaQuAD dev: Japanese questions about paragraphs of an encyclopaedia. */
export function readJaquad(): JudgedSet | undefined {
  return readBeir('jaquad', 'C_jaquad_dev', {
    questions: { folder: 'C_jaquad_dev', language: 'ja' },
    passages: 'ja',
  });
}

/**
 * XQuAD: questions in one language about paragraphs in the same or another. Titles are English in every language, so across
 * languages they are left out: they would be a bridge that a reader's archive does not have.
 */
export function readXquad(asked: XquadLanguage, told: XquadLanguage = asked): JudgedSet | undefined {
  const set = readBeir(asked === told ? `xquad-${asked}` : `xquad-${asked}-${told}`, `C_xquad_${told}`, {
    questions: { folder: `C_xquad_${asked}`, language: asked },
    passages: told,
  });
  if (set === undefined || asked === told) return set;
  return { ...set, passages: set.passages.map(({ id, text }) => ({ id, title: '', text })) };
}

/** QMSum val: questions about meetings, windows of eight turns; a question looks within its own meeting. */
export function readQmsum(scope: 'within' | 'all' = 'within'): JudgedSet | undefined {
  const set = readBeir(scope === 'within' ? 'qmsum' : 'qmsum-all', 'B_qmsum_val/retrieval', {
    questions: { folder: 'B_qmsum_val/retrieval', language: 'en' },
    passages: 'en',
  });
  if (set === undefined) return undefined;
  if (scope === 'all') return { ...set, questions: set.questions.map(({ id, text }) => ({ id, text })) };
  return {
    ...set,
    passages: set.passages.map((passage) => ({ ...passage, group: passage.id.split('#')[0] ?? '' })),
  };
}

/**
 * The Universal Declaration of Human Rights, clause by clause: a clause in one language asks for the clauses of the same
 * article in another. The preamble counts as article 0.
 */
export function readUdhr(asked: UdhrLanguage, told: UdhrLanguage): JudgedSet | undefined {
  const path = join(dataFolder, 'A_udhr', 'clauses.jsonl');
  if (!existsSync(path)) return undefined;
  const clauses = readLines<{ id: string; lang: string; article: number; text: string }>(path);
  const passages = clauses.filter(({ lang }) => lang === told);
  const byArticle = groupByArticle(passages);
  const questions = clauses.filter(({ lang, article }) => lang === asked && byArticle.has(article));
  return {
    name: `udhr-${UDHR_LANGUAGES[asked]}-${UDHR_LANGUAGES[told]}`,
    language: { questions: UDHR_LANGUAGES[asked], passages: UDHR_LANGUAGES[told] },
    passages: passages.map(({ id, text }) => ({ id, title: '', text })),
    questions: questions.map(({ id, text }) => ({ id, text })),
    judgements: new Map(
      questions.map(({ id, article }) => [
        id,
        new Map((byArticle.get(article) ?? []).map((passage) => [passage.id, 1])),
      ]),
    ),
  };
}

interface BeirParts {
  readonly questions: { readonly folder: string; readonly file?: string; readonly language: string };
  readonly passages: string;
  readonly qrels?: string;
}

/** Reads the layout that most judged sets share: docs.jsonl, queries.jsonl, qrels.tsv. Unjudged questions are left out. */
function readBeir(name: string, folder: string, parts: BeirParts): JudgedSet | undefined {
  const passagesPath = join(dataFolder, folder, 'docs.jsonl');
  const questionsPath = join(dataFolder, parts.questions.folder, parts.questions.file ?? 'queries.jsonl');
  if (!existsSync(passagesPath) || !existsSync(questionsPath)) return undefined;
  const judgements = readQrels(join(dataFolder, folder, parts.qrels ?? 'qrels.tsv'));
  return {
    name,
    language: { questions: parts.questions.language, passages: parts.passages },
    passages: readLines<{ id: string; title?: string; text: string }>(passagesPath).map(
      ({ id, title = '', text }): Passage => ({ id, title: title.replaceAll('_', ' '), text }),
    ),
    questions: readLines<{ id: string; text: string; meeting?: string }>(questionsPath)
      .filter(({ id }) => judgements.has(id))
      .map(
        ({ id, text, meeting }): Question =>
          meeting === undefined ? { id, text } : { id, text, group: meeting },
      ),
    judgements,
  };
}

function readQrels(path: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const row of readFileSync(path, 'utf8').trim().split('\n').slice(1)) {
    const [question, passage, grade] = row.split('\t');
    if (question === undefined || passage === undefined || !(Number(grade) > 0)) continue;
    const of = judgements.get(question) ?? new Map<string, number>();
    judgements.set(question, of.set(passage, Number(grade)));
  }
  return judgements;
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function groupByArticle<T extends { article: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(row.article, [...(groups.get(row.article) ?? []), row]);
  return groups;
}
