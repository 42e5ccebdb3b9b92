/**
 * HTML reduced to the blocks of text a browser would show (decisions 1.9).
 *
 * Hidden elements, scripts, comments, deletions and fallbacks for missing plug-ins are left out and counted. Source
 * line ends inside a paragraph stay, so that a verse keeps its lines; between characters of a script written without
 * spaces they vanish, as they carry nothing there.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { DropCounts } from './drop-counts.ts';
import { isHidingClass, isHidingSheet, isHidingStyle } from './hiding-style.ts';
import type { TextBlock } from './text-block.ts';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

const NEVER_SHOWN: ReadonlySet<string> = new Set(
  'script style template noscript head title meta link base iframe object embed video audio canvas map datalist param source track rp area annotation annotation-xml desc metadata defs symbol clippath mask pattern marker meter progress applet noembed noframes comment x-title x-noembed x-noframes'.split(
    ' ',
  ),
);
const BLOCK: ReadonlySet<string> = new Set(
  'p div blockquote section article aside header footer nav main pre table ul ol dl hr figure figcaption details summary form fieldset address hgroup center dialog menu caption'.split(
    ' ',
  ),
);
const LINE: ReadonlySet<string> = new Set(['li', 'tr', 'dt', 'dd', 'br', 'option']);
const HEADING = /^h([1-6])$/;
/** Attributes that are declarations of style in SVG. */
const STYLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  'display visibility opacity font-size transform clip-path'.split(' '),
);
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;
const UNSPACED_JOIN = new RegExp(`(?<=${UNSPACED.source})\\n(?=${UNSPACED.source})`, 'gu');

/** Joins lines whose edges are characters of a script written without spaces. */
export function joinUnspaced(text: string): string {
  return text.replace(UNSPACED_JOIN, '');
}

function sheetOf({ childNodes }: HtmlElement): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function isHidden(element: HtmlElement): boolean {
  if (element.tagName === 'style' && isHidingSheet(sheetOf(element)))
    throw new FileRefusedError({
      field: 'file',
      reason: 'it holds a style sheet that hides text, which is not resolved',
      help: 'hide by a comment or an attribute instead, or take the rule out',
    });
  if (NEVER_SHOWN.has(element.tagName.toLowerCase())) return true;
  const { attrs } = element;
  if (element.tagName === 'dialog' && !attrs.some(({ name }) => name === 'open')) return true;
  if (attrs.some(({ name }) => name === 'hidden' || name === 'popover')) return true;
  return attrs.some(({ name, value }) => {
    if (name === 'style') return isHidingStyle(value);
    if (name === 'class' || name === 'classname') return isHidingClass(value);
    return STYLE_ATTRIBUTES.has(name) && isHidingStyle(`${name}:${value}`);
  });
}

/** Collects text with the breaks between its parts. */
class BlockWriter {
  readonly blocks: TextBlock[] = [];
  private line: string[] = [];
  private level: number | undefined;

  /** Adds running text; white space is collapsed when the block ends. */
  write(text: string): void {
    this.line.push(text);
  }

  /** Starts a new line within the block. */
  breakLine(): void {
    this.line.push('\v');
  }

  /** Ends the block; the next one is a heading when `level` is given. */
  endBlock(level?: number): void {
    const text = tidyText(this.line.join(''));
    if (text !== '')
      this.blocks.push(
        this.level === undefined ? { text } : { level: this.level, text: text.replaceAll('\n', ' ') },
      );
    this.line = [];
    this.level = level;
  }

  /** Adds text whose white space stands as written. */
  writeVerbatim(text: string): void {
    this.line.push(
      text.replace(/[ \t]/g, (char) => (char === ' ' ? '\u0000' : '\u0001')).replace(/\n/g, '\u0002'),
    );
  }
}

/*
 * Marks within a block, none of which can stand in a decoded text: \0 \u0001 \u0002 for verbatim blank, tab and line
 * end, \v for a line break, \u0003 before a table cell, \u0004 after a list marker.
 */

/** Collapses white space, drops blank lines, and puts verbatim white space back. */
export function tidyText(text: string): string {
  return text
    .replace(/[ \t\f\r\u00A0]*\n[ \t\f\r\u00A0\n]*/g, '\n')
    .replace(/[ \t\f\r\u00A0]+/g, ' ')
    .replace(UNSPACED_JOIN, '')
    .replace(/ ?[\n\v][ \n\v]*/g, '\n')
    .replace(/\u0004[ \n]*/g, '')
    .replace(/\u0002/g, '\n')
    .replace(/^[ \n]+|[ \n]+$/g, '')
    .replace(/\u0000/g, ' ')
    .replace(/\u0001/g, '\t')
    .replace(/^\n+|\s+$/g, '');
}

interface Walk {
  writer: BlockWriter;
  dropped: DropCounts;
  /** Depth of list items and table cells around; inside them blocks are lines. */
  nested: number;
  verbatim: boolean;
  marker: (() => string) | undefined;
}

function walkChildren(nodes: readonly HtmlNode[], walk: Walk): void {
  for (const node of nodes) walkNode(node, walk);
}

function listMarker(element: HtmlElement): () => string {
  if (element.tagName !== 'ol') return () => '- ';
  let number = Number(element.attrs.find(({ name }) => name === 'start')?.value ?? 1);
  if (!Number.isSafeInteger(number)) number = 1;
  return () => `${number++}. `;
}

function walkElement(element: HtmlElement, walk: Walk): void {
  const { writer } = walk;
  const tag = element.tagName;
  if (tag === 'del') {
    walk.dropped.deletions += 1;
    return;
  }
  if (isHidden(element)) {
    walk.dropped.hidden += 1;
    return;
  }
  const heading = walk.nested === 0 ? HEADING.exec(tag)?.[1] : undefined;
  if (heading !== undefined) {
    writer.endBlock(Number(heading));
    walkChildren(element.childNodes, walk);
    writer.endBlock();
  } else if (tag === 'td' || tag === 'th') {
    writer.write('\u0003');
    walkChildren(element.childNodes, { ...walk, nested: walk.nested + 1 });
  } else if (tag === 'rt') {
    writer.write('(');
    walkChildren(element.childNodes, walk);
    writer.write(')');
  } else if (LINE.has(tag)) {
    writer.breakLine();
    if (tag === 'li') writer.write(`${walk.marker?.() ?? '- '}\u0004`);
    walkChildren(
      element.childNodes,
      tag === 'li' ? { ...walk, nested: walk.nested + 1, marker: undefined } : walk,
    );
    if (tag !== 'br') writer.breakLine();
  } else if (BLOCK.has(tag) || HEADING.test(tag)) {
    const inner: Walk = {
      ...walk,
      verbatim: walk.verbatim || tag === 'pre',
      marker: tag === 'ul' || tag === 'ol' || tag === 'menu' ? listMarker(element) : walk.marker,
    };
    if (walk.nested > 0) writer.breakLine();
    else writer.endBlock();
    walkChildren(element.childNodes, inner);
    if (walk.nested > 0) writer.breakLine();
    else writer.endBlock();
  } else {
    walkChildren(element.childNodes, walk);
  }
}

function walkNode(node: HtmlNode, walk: Walk): void {
  if (node.nodeName === '#text' && 'value' in node) {
    if (walk.verbatim) walk.writer.writeVerbatim(node.value);
    else walk.writer.write(node.value);
  } else if (node.nodeName === '#comment') {
    walk.dropped.comments += 1;
  } else if ('tagName' in node) {
    walkElement(node, walk);
  }
}

/** The separator of table cells: none before the first cell of a row. */
function cells(text: string): string {
  return text.replace(/(^|\n)\s*\u0003\s*/g, '$1').replace(/\s*\u0003\s*/g, ' | ');
}

/**
 * Reads HTML as blocks of visible text.
 *
 * @param dropped  counts, added to
 * @throws {FileRefusedError} when a style sheet hides text
 */
export function visibleBlocks(html: string, dropped: DropCounts): TextBlock[] {
  const writer = new BlockWriter();
  walkChildren(parseFragment(html).childNodes, {
    writer,
    dropped,
    nested: 0,
    verbatim: false,
    marker: undefined,
  });
  writer.endBlock();
  return writer.blocks.map((block) => ({ ...block, text: cells(block.text) }));
}
