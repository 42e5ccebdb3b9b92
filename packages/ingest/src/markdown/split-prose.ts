/**
 * Sets plain paragraphs apart from everything else in Markdown, so that a novel need not go through the parser.
 *
 * Only a text without tags, fences, braces and definitions is split, since there no construct reaches over a blank line
 * into a paragraph that begins at the margin. The result is that of the full parser, which the tests hold it to.
 */

/** A stretch of source: paragraphs with no markup at all, or anything else. */
export interface ProseStretch {
  isPlain: boolean;
  text: string;
}

/** What may reach over blank lines, or change the meaning of a paragraph elsewhere. */
const REACHES_OVER = /[<{]|```|~~~|%%|\]:/;
const MODULE_LINE = /^(?:import|export)\b/m;
/** How each line of a plain paragraph begins: no marker of a list, heading, quotation, rule or table. */
const PLAIN_LINES = /^(?:[\p{L}\p{M}"“‘'(—…「『（].*(?:\n|$))+$/u;
/** What a plain paragraph does not hold: emphasis, links, code, escapes, entities, hard breaks. */
const MARKUP = /[\\`*_[\]~]|&[a-z#]| {2,}\n/i;
const CHUNK = /(?:[ \t]*\n)*((?:[^\n]*\S[^\n]*(?:\n|$))+)/g;

function isPlain(chunk: string): boolean {
  return PLAIN_LINES.test(chunk) && !MARKUP.test(chunk);
}

/**
 * Splits Markdown source into plain paragraphs and the stretches between them.
 *
 * @returns undefined when the source as a whole has to be parsed
 */
export function splitProse(source: string): ProseStretch[] | undefined {
  if (REACHES_OVER.test(source) || MODULE_LINE.test(source)) return undefined;
  const stretches: ProseStretch[] = [];
  for (const match of source.matchAll(CHUNK)) {
    const chunk = (match[1] ?? '').replace(/\n$/, '');
    const last = stretches.at(-1);
    if (isPlain(chunk)) stretches.push({ isPlain: true, text: chunk });
    else if (last !== undefined && !last.isPlain) last.text += `\n\n${chunk}`;
    else stretches.push({ isPlain: false, text: chunk });
  }
  return stretches;
}
