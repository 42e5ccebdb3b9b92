/**
 * Cuts a text into what stands apart in it: paragraphs, headings, items of lists, rows of tables, code, rules.
 *
 * Lines are looked at one by one. Lines of prose that follow one another are one paragraph when they were filled to a width
 * or go on in the middle of a sentence, and blocks of their own otherwise (verse, turns of a transcript, addresses).
 *
 * Invariant: every character that is not white space is in exactly one block; blocks are in order.
 */

/** What a block is. `mark` is a line without letters or digits, such as a rule. */
export type TextBlockKind = 'prose' | 'heading' | 'item' | 'table' | 'code' | 'mark';

/** A block, in UTF-16 units of the text. */
export interface TextBlock {
  kind: TextBlockKind;
  from: number;
  to: number;
}

/** A line with its kind; `ends` are those of the line without its line break. */
interface Line extends TextBlock {
  text: string;
}

/** The blocks of a text in order. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: Line[] = [];
  let fence: string | undefined;
  const close = (): void => {
    if (open.length > 0) blocks.push(...paragraphsOf(open));
    open = [];
  };
  for (const line of linesOf(text)) {
    const trimmed = line.text.trim();
    const marker = FENCE.exec(trimmed)?.[0];
    if (fence !== undefined || marker !== undefined) {
      close();
      if (trimmed !== '') blocks.push({ kind: 'code', from: line.from, to: line.to });
      if (fence === undefined) fence = marker;
      else if (marker?.startsWith(fence) && trimmed === marker) fence = undefined;
    } else if (trimmed === '') close();
    else if (UNDERLINE.test(trimmed) && open.length === 1 && open[0]?.kind === 'prose') {
      blocks.push({ kind: 'heading', from: open[0].from, to: open[0].to });
      blocks.push({ kind: 'mark', from: line.from, to: line.to });
      open = [];
    } else {
      const kind = kindOf(trimmed);
      if (kind === 'prose') open.push(line);
      else {
        close();
        if (kind === 'item') open.push({ ...line, kind });
        else blocks.push({ kind, from: line.from, to: line.to });
      }
    }
  }
  close();
  return blocks;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  const add = (to: number): void => {
    lines.push({ kind: 'prose', text: text.slice(from, to), from, to });
  };
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    add(index);
    from = index + lineBreak.length;
  }
  add(text.length);
  return lines;
}

function kindOf(trimmed: string): TextBlockKind {
  if (!INK.test(trimmed)) return 'mark';
  if (HEADING.test(trimmed)) return 'heading';
  if (TABLE_ROW.test(trimmed)) return 'table';
  if (ITEM.test(trimmed)) return 'item';
  return 'prose';
}

/** Lines without a blank line between them, as one block or several. */
function paragraphsOf(lines: readonly Line[]): TextBlock[] {
  const first = lines[0] as Line;
  const last = lines.at(-1) as Line;
  if (lines.length === 1) {
    const kind = first.kind === 'prose' && isHeadingLike(first.text) ? 'heading' : first.kind;
    return [{ kind, from: first.from, to: first.to }];
  }
  if (isFilled(lines)) return [{ kind: first.kind, from: first.from, to: last.to }];
  const blocks: TextBlock[] = [];
  for (const [at, line] of lines.entries()) {
    const before = blocks.at(-1);
    if (before !== undefined && goesOn(lines[at - 1] as Line, line)) before.to = line.to;
    else blocks.push({ kind: line.kind, from: line.from, to: line.to });
  }
  return blocks;
}

/**
 * Whether lines were broken to fit a width: most of them are full, that is, the next word would have gone over the edge.
 */
function isFilled(lines: readonly Line[]): boolean {
  const lengths = lines.map(({ text }) => text.trimEnd().length);
  const width = Math.max(...lengths.slice(0, 500));
  const isWide = hasSpaces(lines[0] as Line) ? width >= 40 : width >= 16;
  if (!isWide || width > 132) return false;
  let full = 0;
  for (let at = 0; at + 1 < lines.length; at++) {
    const next = lines[at + 1] as Line;
    if (TURN.test(next.text)) continue;
    const word = FIRST_WORD.exec(next.text)?.[0].trim().length ?? 0;
    const step = hasSpaces(next) ? word + 1 : 1;
    if ((lengths[at] as number) + step > width) full++;
  }
  return full >= 0.6 * (lines.length - 1);
}

/** Whether a line continues the sentence, or the word, of the line before. */
function goesOn(before: Line, line: Line): boolean {
  if (PARTED_WORD.test(before.text) && LETTER_START.test(line.text)) return true;
  return LOWER_START.test(line.text) && !ENDS_WITH_STOP.test(before.text);
}

/** A line by itself, short and without a stop at its end. */
function isHeadingLike(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= (hasSpaces({ text }) ? 90 : 24) &&
    !ENDS_WITH_STOP.test(text) &&
    !/[,;:、，；：،]$/u.test(text)
  );
}

function hasSpaces({ text }: { text: string }): boolean {
  return (
    /\S\s\S/.test(text.slice(0, 200)) && !/[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u.test(text.slice(0, 40))
  );
}

const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const FENCE = /^(?:`{3,}|~{3,})/;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const INK = /[\p{L}\p{N}]/u;
const HEADING = /^#{1,6}(?:\s|$)/;
const TABLE_ROW = /^\|.*\||\s\|\s|\t.*\t/u;
const ITEM = /^(?:[-*+•‣◦▪·–—>]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s+\S/u;
const TURN = /^\p{Lu}[^:.!?]{0,39}:\s/u;
const FIRST_WORD = /^\s*\S{1,40}/u;
/** A hyphen that the normal form takes out together with the line end behind it. */
const PARTED_WORD =
  /[\p{L}\p{M}]\p{Default_Ignorable_Code_Point}*[-\u00ad\u2010][\p{Default_Ignorable_Code_Point}\p{Zs}\t]*$/u;
const LETTER_START = /^[\p{Default_Ignorable_Code_Point}\p{Zs}\t]*[\p{L}\p{M}]/u;
const LOWER_START = /^\s*["'“‘«(]?\p{Ll}/u;
const ENDS_WITH_STOP = /[\p{Sentence_Terminal}…‥׃][\p{Pe}\p{Pf}"'“«*_]*\s*$/u;
