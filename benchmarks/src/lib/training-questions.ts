/**
 * Questions that a curve of fusion may be chosen by: SciFact's training claims, and sentences taken out of passages.
 *
 * A generated question is the middle sentence of a passage; the passage without it is the one to find. They come from
 * SciFact's abstracts and, because grams of unspaced scripts share less with a passage than words do, from Japanese novels
 * and Chinese classics. No test set is read here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitSentences } from '@archive/answer';
import type { JudgedSet, Passage } from './judged-set.ts';
import { dataFolder, readScifact } from './judged-sets.ts';

/** Passages in one language. */
export type PassageSet = Pick<JudgedSet, 'name' | 'language' | 'passages'>;

/** One abstract in so many gives a sentence. */
const EVERY = 4;
/** Fewest sentences of a passage that gives one. */
const SENTENCES = 4;

/** All training sets; undefined when the data is not there. */
export function readTrainingSets(): readonly JudgedSet[] | undefined {
  const claims = readScifact('train');
  const [novels, classics] = [readNovels(), readClassics()];
  if (claims === undefined || novels === undefined || classics === undefined) return undefined;
  return [claims, takeSentences(claims, EVERY), takeSentences(novels), takeSentences(classics)];
}

/** Takes the middle sentence out of every so-manieth passage. */
export function takeSentences({ name, language, passages }: PassageSet, every = 1): JudgedSet {
  const questions: JudgedSet['questions'][number][] = [];
  const judgements = new Map<string, Map<string, number>>();
  const left = passages.map((passage, at): Passage => {
    const { id, text } = passage;
    const sentences = at % every === 0 ? splitSentences(text) : [];
    const taken = sentences[Math.floor(sentences.length / 2)];
    if (taken === undefined || sentences.length < SENTENCES) return passage;
    questions.push({ id: `s:${id}`, text: taken.text });
    judgements.set(`s:${id}`, new Map([[id, 1]]));
    return { ...passage, text: `${text.slice(0, taken.from)}${text.slice(taken.to)}` };
  });
  return { name: `${name}-sentences`, language, passages: left, questions, judgements };
}

/** Japanese novels, paragraphs of a part put together to some 400 characters. */
function readNovels(): PassageSet | undefined {
  const folder = join(dataFolder, 'A_aozora_ja');
  if (!existsSync(folder)) return undefined;
  const parts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.md'))
    .sort();
  const passages = parts.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replace(FRONT_MATTER, '');
    return inPieces(
      text.split('\n').filter((line) => line !== ''),
      400,
    ).map((piece, at) => passageOf(`${file}#${at}`, piece));
  });
  return { name: 'ja', language: { questions: 'ja', passages: 'ja' }, passages };
}

/** Chinese classics: runs of the Analects, and sayings with what was said of them. */
function readClassics(): PassageSet | undefined {
  const folder = join(dataFolder, 'A_zh_classics');
  if (!existsSync(folder)) return undefined;
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
  const chapters = read<{ paragraphs: string[] }[]>('lunyu.json');
  const sayings = read<{ content: string; comment?: string[] }[]>('youmengying.json');
  const texts = [
    ...chapters.flatMap(({ paragraphs }) => inPieces(paragraphs, 150)),
    ...sayings.map(({ content, comment = [] }) => [content, ...comment].join('\n')),
  ];
  const passages = texts.map((text, at) => passageOf(`zh#${at}`, text));
  return { name: 'zh', language: { questions: 'zh', passages: 'zh' }, passages };
}

/** Lines put together until each piece has at least so many characters. */
function inPieces(lines: readonly string[], least: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const line of lines) {
    piece += piece === '' ? line : `\n${line}`;
    if (piece.length < least) continue;
    pieces.push(piece);
    piece = '';
  }
  return piece === '' ? pieces : [...pieces, piece];
}

function passageOf(id: string, text: string): Passage {
  return { id, title: '', text };
}

const FRONT_MATTER = /^---[\s\S]*?---/;
