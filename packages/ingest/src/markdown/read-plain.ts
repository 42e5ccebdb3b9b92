/**
 * Plain text as blocks: paragraphs between blank lines, and the headings that a book of plain text has.
 *
 * Lines stay as they are broken, except between characters of a script written without spaces. Only a line that states
 * a division and nothing else is a heading: "CHAPTER I.", "第一章", "Epilogue".
 */
import { headingPlace } from '../pieces/heading-place.ts';
import type { TextBlock } from './text-block.ts';
import { joinUnspaced } from './visible-blocks.ts';

const HEADING_MAX_CHARS = 80;
/** A blank line, or a line that opens with an ideographic blank, as paragraphs of Japanese and Chinese prose do. */
const PARAGRAPH_END = /\n[^\S\n]*\n\s*|\n(?=\u3000)/;
const BARE = /^[\p{N}\p{L}〇]+[.．]?$/u;

/** The level of a line that is a heading; undefined for any other. */
function headingLevel(line: string): number | undefined {
  if (line.length > HEADING_MAX_CHARS) return undefined;
  const place = headingPlace(line);
  if (place === undefined) return undefined;
  if (place.kind === 'named') return 2;
  const isPart = place.scheme !== 'chapter';
  // A lone number may be a page number, and a sentence may begin with "Part two of".
  if (BARE.test(line) && !/[\u3400-\u9fff]/.test(line) && !/\s/.test(line)) return undefined;
  const rest = place.rest.trim();
  const isTitle =
    rest === '' ||
    /^[.:,;—–-]/.test(rest) ||
    (/[\u3400-\u9fff\u3040-\u30ff]/.test(rest) && !/[。．]$/.test(rest)) ||
    line === line.toUpperCase();
  return isTitle ? (isPart ? 1 : 2) : undefined;
}

/** Reads plain text (LF line ends) as blocks. */
export function readPlain(source: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const paragraph of source.split(PARAGRAPH_END)) {
    const lines = paragraph.split('\n').map((line) => line.trim());
    while (lines[0] === '') lines.shift();
    const first = lines[0];
    if (first === undefined) continue;
    const level = headingLevel(first);
    if (level !== undefined) {
      blocks.push({ level, text: first });
      lines.shift();
    }
    const text = joinUnspaced(lines.join('\n')).trim();
    if (text !== '') blocks.push({ text });
  }
  return blocks;
}
