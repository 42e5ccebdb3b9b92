/**
 * Takes out of Markdown source what no reader of the page sees: comments of every tool, shortcodes, attribute lists.
 *
 * Code is left alone; where it lies is read off the syntax tree. Since a comment may hide a fence, and so move the
 * code, the source is parsed again after each pass until nothing more is found.
 */
import type { Nodes, Root } from 'mdast';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { DropCounts } from './drop-counts.ts';
import { isHidingClass, isHidingStyle } from './hiding-style.ts';
import { inPlaceOf, wordsOfComment } from './kept-comment.ts';

/** What a construct found in the source does: up to where it reaches, and as what it counts. */
interface Construct {
  /** Offset after its last character; -1 leaves the opening as text. */
  end: number;
  counts?: keyof DropCounts;
}

const OPENING =
  /%%|<!--|<%--|<%#|<#--|\{\/\*|\{\{-?\s*\/\*|\{\{~?!--|\{\{~?!|\{\{[<%]|\{%|\{#|\{>>|\{--|\{:/g;
/** Longest shortcode or template tag; a longer one is text. */
const TAG_MAX_CHARS = 4_000;
const PASSES_MAX = 20;

/** The end of the first `close` after `from`; an opening alone at the start of its line hides the rest of the file. */
function until(source: string, at: number, from: number, close: string): number {
  const found = source.indexOf(close, from);
  if (found !== -1) return found + close.length;
  const lineStart = source.lastIndexOf('\n', at - 1) + 1;
  return source.slice(lineStart, at).trim() === '' ? source.length : -1;
}

function tagEnd(source: string, at: number, close: string): number {
  const found = source.indexOf(close, at);
  return found === -1 || found - at > TAG_MAX_CHARS ? -1 : found + close.length;
}

/** A tag named comment reaches to its closing tag, or to the end of the file when there is none. */
function paired(
  source: string,
  at: number,
  end: number,
  open: RegExp,
  close: RegExp,
  otherwise?: keyof DropCounts,
): Construct {
  if (end === -1) return { end };
  if (!open.test(source.slice(at, end)))
    return otherwise === undefined ? { end } : { end, counts: otherwise };
  close.lastIndex = end;
  const closing = close.exec(source);
  return { end: closing === null ? source.length : closing.index + closing[0].length, counts: 'comments' };
}

function constructAt(source: string, at: number, opening: string): Construct {
  switch (opening) {
    case '%%': {
      const end = until(source, at, at + 2, '%%');
      // After a number it is a sign; elsewhere it hides the rest of its paragraph.
      if (end !== -1 || !/\s/.test(source[at - 1] ?? ' ')) return { end, counts: 'comments' };
      const blank = source.slice(at).search(/\n[^\S\n]*\n/);
      return { end: blank === -1 ? source.length : at + blank, counts: 'comments' };
    }
    case '<%--':
      return { end: until(source, at, at + 4, '--%>'), counts: 'comments' };
    case '<%#':
      return { end: until(source, at, at + 3, '%>'), counts: 'comments' };
    case '<#--':
      return { end: until(source, at, at + 4, '-->'), counts: 'comments' };
    case '{{!--':
    case '{{~!--': {
      const close = /--~?\}\}/g;
      close.lastIndex = at + opening.length;
      const closing = close.exec(source);
      if (closing !== null) return { end: closing.index + closing[0].length, counts: 'comments' };
      return { end: until(source, at, at + opening.length, '--}}'), counts: 'comments' };
    }
    case '{{!':
    case '{{~!':
      return { end: until(source, at, at + opening.length, '}}'), counts: 'comments' };
    case '<!--':
      return { end: until(source, at, at + 2, '-->'), counts: 'comments' };
    case '{/*':
      return { end: until(source, at, at + 3, '*/}'), counts: 'comments' };
    case '{{<':
      return paired(
        source,
        at,
        tagEnd(source, at, '>}}'),
        /^\{\{<\s*comment\s*>\}\}$/i,
        /\{\{<\s*\/\s*comment\s*>\}\}/gi,
        'shortcodes',
      );
    case '{{%':
      return paired(
        source,
        at,
        tagEnd(source, at, '%}}'),
        /^\{\{%\s*comment\s*%\}\}$/i,
        /\{\{%\s*\/\s*comment\s*%\}\}/gi,
        'shortcodes',
      );
    case '{%':
      return paired(
        source,
        at,
        tagEnd(source, at, '%}'),
        /^\{%-?\s*comment\s*-?%\}$/i,
        /\{%-?\s*endcomment\s*-?%\}/gi,
        'shortcodes',
      );
    case '{:':
      return paired(source, at, tagEnd(source, at, '}'), /^\{::comment\s*\}$/i, /\{:\/(?:comment)?\s*\}/gi);
    case '{>>':
      return { end: until(source, at, at + 3, '<<}'), counts: 'comments' };
    case '{--':
      return { end: until(source, at, at + 3, '--}'), counts: 'deletions' };
    case '{#': {
      const id = /^\{#[\w:.-]+(?:\s+[^}\n]*)?\}/.exec(source.slice(at, at + 200));
      if (id !== null) return { end: at + id[0].length };
      return {
        end: source.slice(at, at + 3).trim() === '{#' ? tagEnd(source, at, '#}') : -1,
        counts: 'comments',
      };
    }
    default: {
      const close = source.indexOf('*/', at + 2);
      return {
        end: close === -1 ? until(source, at, at + 2, '*/}}') : tagEnd(source, close, '}}'),
        counts: 'comments',
      };
    }
  }
}

/** The stretches of a tree that are code, in source order. */
function codeRanges(tree: Root): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'code' || node.type === 'inlineCode') {
      ranges.push({ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 });
    } else if ('children' in node) stack.push(...node.children);
  }
  return ranges.sort((a, b) => a.from - b.from);
}

/** Reads the words of a comment that is kept as the text its reader would see. */
export type KeepComment = (words: string, dropped: DropCounts) => string;

function dropOnce(source: string, tree: Root, dropped: DropCounts, keep: KeepComment | undefined): string {
  const code = codeRanges(tree);
  const kept: string[] = [];
  let copied = 0;
  let nextCode = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(source); match !== null; match = OPENING.exec(source)) {
    const at = match.index;
    while (nextCode < code.length && (code[nextCode]?.to ?? 0) <= at) nextCode += 1;
    const range = code[nextCode];
    if (range !== undefined && range.from <= at) {
      OPENING.lastIndex = range.to;
      continue;
    }
    if (
      (match[0] === '{:' || match[0] === '{#') &&
      isHidingList(/^\{[^{}\n]{1,400}\}/.exec(source.slice(at, at + 402))?.[0] ?? '')
    )
      refuseHidingList();
    const { end, counts } = constructAt(
      source,
      at,
      match[0].startsWith('{{') && !/^\{\{(?:[<%]|~?!)/.test(match[0]) ? '{{/*' : match[0],
    );
    if (end === -1) continue;
    const before = source.slice(copied, at);
    kept.push(before);
    copied = end;
    const words =
      keep !== undefined && counts === 'comments'
        ? wordsOfComment(source.slice(at, end), match[0])
        : undefined;
    if (keep !== undefined && words !== undefined)
      kept.push(inPlaceOf(keep(words, dropped), { before, after: source.slice(end) }));
    else if (counts !== undefined) dropped[counts] += 1;
    // Reading a comment uses the same expression.
    OPENING.lastIndex = end;
  }
  kept.push(source.slice(copied));
  return kept.join('');
}

/** An attribute list of Pandoc or kramdown, or the opening line of a division. */
const ATTRIBUTES = /\{:?[^{}\n]{1,400}\}|^[ \t>]*:{3,}[ \t]*[\w-]+/gm;

/** Says whether an attribute list hides what it belongs to. */
function isHidingList(list: string): boolean {
  const style = /\bstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(list);
  return (
    Array.from(list.matchAll(/(?<=[\s{:])\.([\w-]+)/g)).some(([, name = '']) => isHidingClass(name)) ||
    /^\{:?\s*[.#:][^"'}]*\shidden(?:\s*=\s*\S+)?\s*\}$/.test(list) ||
    /^\{:?\s*hidden\s*=\s*\S+\s*\}$/.test(list) ||
    (list.includes(':::') && isHidingClass(list.replace(/^[\s>:]+/, ''))) ||
    (style !== null && isHidingStyle(style[1] ?? style[2] ?? ''))
  );
}

/** To what an attribute list belongs is not resolved, so one that hides refuses the file. */
function refuseHidingList(): never {
  throw new FileRefusedError({
    field: 'file',
    reason: 'it holds an attribute list that hides text, which is not resolved',
    help: 'hide by a comment instead',
  });
}

function refuseHidingLists(source: string, tree: Root): void {
  if (!/\{|:::/.test(source)) return;
  const code = codeRanges(tree);
  for (const { 0: list, index } of source.matchAll(ATTRIBUTES))
    if (isHidingList(list) && !code.some(({ from, to }) => from <= index && index < to)) refuseHidingList();
}

/**
 * Drops comments and shortcodes outside code and returns the tree of what is left.
 *
 * @param parse  parses source into a tree with positions; may throw
 * @param dropped  counts, added to
 * @param keep  reads the comments that are text here; by default none is
 */
export function dropComments(
  source: string,
  parse: (source: string) => Root,
  dropped: DropCounts,
  keep?: KeepComment,
): Root {
  let rest = source;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const tree = parse(rest);
    const next = dropOnce(rest, tree, dropped, keep);
    if (next === rest) {
      refuseHidingLists(rest, tree);
      return tree;
    }
    rest = next;
  }
  throw nestedTooDeeply();
}

/** The refusal of a file whose comments lie within comments without end. */
export function nestedTooDeeply(): FileRefusedError {
  return new FileRefusedError({
    field: 'file',
    reason: 'its comments are nested too deeply to be told from its text',
  });
}
