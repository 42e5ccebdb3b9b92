/**
 * Puts a sentence into the text of a file where its reader takes it for text: between two paragraphs, or at the end of a
 * line that is spoken.
 */
import path from 'node:path';

/** The text of a file with the sentence in it; undefined where there is no place for one. */
export function insertSentence(text: string, sentence: string, file: string): string | undefined {
  const extension = path.extname(file).toLowerCase();
  return extension === '.vtt' || extension === '.srt'
    ? intoRecording(text, sentence)
    : intoProse(text, sentence);
}

/** After the plain paragraph nearest to the middle, else at the end. Fences, tables and front matter are no places. */
function intoProse(text: string, sentence: string): string {
  const end = newlineOf(text);
  const blocks = text.split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/);
  const middle = blocks.length / 2;
  // Of a text with fences or comments no block is known to be outside of them.
  const isPlain = !/^(?:```|~~~)|<!--|%%|\{\/\*|^<[a-z]/im.test(text);
  const places = blocks.flatMap((block, at) =>
    at > 0 && isPlain && PROSE.test(block) && !/\n[-+]{3}\s*$/.test(block) ? [at] : [],
  );
  const [place] = places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (place === undefined) return `${text.trimEnd()}${end}${end}${sentence}${end}`;
  return [...blocks.slice(0, place + 1), sentence, ...blocks.slice(place + 1)].join(`${end}${end}`);
}

/** A paragraph that begins with a letter and is some words long. */
const PROSE = /^\p{L}[\s\S]{40,}$/u;

function intoRecording(text: string, sentence: string): string | undefined {
  const end = newlineOf(text);
  const lines = text.split(/\r\n|\n|\r/);
  const cues = lines.flatMap((line, at) =>
    line.includes('-->') && (lines[at + 1] ?? '').trim() !== '' ? [at] : [],
  );
  const cue = cues[cues.length >> 1];
  if (cue === undefined) return undefined;
  let last = cue + 1;
  while ((lines[last + 1] ?? '').trim() !== '') last += 1;
  const spoken = lines[last] as string;
  const closing = /<\/v>\s*$/.exec(spoken)?.[0] ?? '';
  lines[last] = `${spoken.slice(0, spoken.length - closing.length)} ${sentence}${closing}`;
  return lines.join(end);
}

function newlineOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}
