/**
 * Questions a reader may start with, for a page that knows nothing of them.
 *
 * Made of titles, makers and summaries of works whose text is public, and of nothing else (decisions 1.5): what is
 * private suggests nothing. A title of one word asks for little by itself, so it is offered last, and with what its work
 * is about or who made it.
 */
import type { RetrievalIndex } from '@archive/retrieve';
import { directoryOf } from './index-directory.ts';
import { servedRows } from './served-rows.ts';

/** How many are offered. */
const SAMPLE_QUESTIONS = 4;

/** Longer titles are no questions anybody would type. */
const MAX_CHARS = 48;

/** Room for what is added to a title of one word. */
const MAX_CHARS_WITH_DETAIL = 72;

const known = new WeakMap<RetrievalIndex, readonly string[]>();

/**
 * Up to {@link SAMPLE_QUESTIONS} questions that find something: titles of public works, of as many types as there are, by
 * type and id in code unit order, those of several words first. Worked out once for each index.
 */
export function sampleQuestions(index: RetrievalIndex): readonly string[] {
  const made = known.get(index) ?? makeQuestions(index);
  known.set(index, made);
  return made;
}

/** A work that can be read. */
interface ReadableWork {
  type: string;
  title: string;
  /** Who made it, placeholders left out. */
  maker: string | undefined;
  /** The first summary of its passages; reads them. */
  summary: () => string | undefined;
}

function makeQuestions(index: RetrievalIndex): readonly string[] {
  const works = readableWorks(index).filter(({ title }) => lengthOf(title) <= MAX_CHARS);
  const full = works.filter(({ title }) => saysEnough(title));
  const short = works.filter(({ title }) => !saysEnough(title) && /\p{L}/u.test(title));
  const questions = new Set(inTurn(full, ({ title }) => title));
  if (questions.size < SAMPLE_QUESTIONS) for (const each of inTurn(short, withDetail)) questions.add(each);
  return [...questions].slice(0, SAMPLE_QUESTIONS);
}

/** One question of each type, then the next of each, until all are through. */
function inTurn(works: readonly ReadableWork[], questionOf: (work: ReadableWork) => string): string[] {
  const byType = new Map<string, Set<string>>();
  for (const work of works) {
    const ofType = byType.get(work.type) ?? new Set();
    byType.set(work.type, ofType.add(questionOf(work)));
  }
  const lists = [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, questions]) => [...questions]);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat();
}

/** A short title with the beginning of its summary, else with its maker, as far as there is room. */
function withDetail({ title, summary, maker }: ReadableWork): string {
  const beginning = summary()
    ?.split(/[.。!?！？;；:：\n]|(?<=\s)[–—-](?=\s)/u)[0]
    ?.trim();
  const options = [
    ...(beginning === undefined || beginning === '' ? [] : [`${title}: ${beginning}`]),
    ...(maker === undefined ? [] : [`${title}, ${maker}`]),
  ];
  return options.find((option) => lengthOf(option) <= MAX_CHARS_WITH_DETAIL) ?? title;
}

/** Public works with a passage that is shown in full, by id in code unit order. */
function readableWorks(index: RetrievalIndex): ReadableWork[] {
  const directory = directoryOf(index);
  const rows = servedRows(index);
  return [...directory.works()].toSorted().flatMap((id) => {
    const entity = index.entities.get(id);
    if (entity?.disclosure.raw !== 'public') return [];
    const readable = Array.from(directory.work(id)).filter(
      (position) => rows.isPublic(position) && rows.isText(position),
    );
    if (readable.length === 0) return [];
    return {
      type: entity.type,
      title: entity.title,
      maker: entity.attribution.find(({ placeholder }) => placeholder === undefined)?.name,
      summary: () => {
        for (const position of readable) {
          const summary = index.entries.at(position)?.fragment.summary;
          if (summary !== undefined) return summary;
        }
        return undefined;
      },
    };
  });
}

/** A title of one word finds itself less surely than one of several, in scripts that part their words. */
function saysEnough(title: string): boolean {
  return /\p{L}\P{L}*\s\P{L}*\p{L}/u.test(title) || UNSPACED.test(title);
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

const UNSPACED =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*){3}/u;
