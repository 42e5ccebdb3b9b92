/**
 * Questions a reader may start with, for a page that knows nothing of them.
 *
 * Made of titles of works whose text is public, and of nothing else (decisions 1.5): what is private suggests nothing.
 */
import type { RetrievalIndex } from '@archive/retrieve';

/** How many are offered. */
const SAMPLE_QUESTIONS = 4;

/** Longer titles are no questions anybody would type. */
const MAX_CHARS = 48;

const known = new WeakMap<RetrievalIndex, readonly string[]>();

/**
 * Up to {@link SAMPLE_QUESTIONS} questions that find something: titles of public works, of as many types as there are, by
 * type and id in code unit order. Worked out once for each index.
 */
export function sampleQuestions(index: RetrievalIndex): readonly string[] {
  const made = known.get(index) ?? makeQuestions(index);
  known.set(index, made);
  return made;
}

function makeQuestions(index: RetrievalIndex): readonly string[] {
  const titles = new Map<string, Set<string>>();
  for (const id of readableWorks(index)) {
    const entity = index.entities.get(id);
    if (entity === undefined || !isQuestion(entity.title)) continue;
    const ofType = titles.get(entity.type) ?? new Set();
    titles.set(entity.type, ofType.add(entity.title));
  }
  const byType = [...titles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, set]) => [...set]);
  const questions: string[] = [];
  for (let round = 0; questions.length < SAMPLE_QUESTIONS; round += 1) {
    const next = byType.flatMap((list) => list[round] ?? []);
    if (next.length === 0) break;
    for (const title of next) if (!questions.includes(title)) questions.push(title);
  }
  return questions.slice(0, SAMPLE_QUESTIONS);
}

/** Ids of public works with a passage that is shown in full, in code unit order. */
function readableWorks({ entries, entities }: RetrievalIndex): string[] {
  const ids = new Set<string>();
  for (const { fragment } of entries) {
    const isPublic = entities.get(fragment.entityId)?.disclosure.raw === 'public';
    const { raw, exposure } = fragment.disclosure;
    if (isPublic && raw === 'public' && exposure === 'text') ids.add(fragment.entityId);
  }
  return [...ids].sort();
}

/** A title of one word finds itself less surely than one of several, in scripts that part their words. */
function isQuestion(title: string): boolean {
  if (Array.from(title).length > MAX_CHARS) return false;
  return /\p{L}\P{L}*\s\P{L}*\p{L}/u.test(title) || UNSPACED.test(title);
}

const UNSPACED =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*){3}/u;
