/**
 * Markdown or MDX as the blocks of text its reader sees (decisions 1.9).
 *
 * MDX that does not parse is read as Markdown, its imports and exports left out; components are then unknown tags, whose
 * content is text unless they are hidden.
 */
import type { Root } from 'mdast';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { dropComments } from './drop-comments.ts';
import { addDrops, type DropCounts, noDrops } from './drop-counts.ts';
import { parseMarkdownTree, parseMdxTree } from './markdown-tree.ts';
import { splitProse } from './split-prose.ts';
import type { TextBlock } from './text-block.ts';
import { treeToHtml } from './tree-to-html.ts';
import { tidyText, visibleBlocks } from './visible-blocks.ts';

/** What was read of a Markdown file. */
export interface MarkdownReading {
  blocks: TextBlock[];
  dropped: DropCounts;
}

const MODULE_LINE = /^(?:import|export)\b.*(?:\n(?![\n#]).*)*$/gm;

/** A tag as JSX writes it, with expressions for attributes. */
const JSX_TAG =
  /<([A-Za-z][\w.-]*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?)*)\s*(\/?)>/g;
const JSX_EXPRESSION = /=\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** Writes JSX tags as HTML has them, so that a hidden element is still seen as one. */
function jsxToHtml(source: string): string {
  return source.replace(JSX_TAG, (tag: string, name: string, attributes: string, closed: string) => {
    if (closed === '' && !attributes.includes('{')) return tag;
    const quoted = attributes.replace(
      JSX_EXPRESSION,
      (_match, value: string) => `="${value.replaceAll('"', "'")}"`,
    );
    return `<${name}${quoted}>${closed === '' ? '' : `</${name}>`}`;
  });
}

function treeOf(source: string, isMdx: boolean, dropped: DropCounts): Root {
  if (!isMdx) return dropComments(source, parseMarkdownTree, dropped);
  const counts = noDrops();
  try {
    const tree = dropComments(source, parseMdxTree, counts);
    addDrops(dropped, counts);
    return tree;
  } catch (error) {
    if (error instanceof FileRefusedError) throw error;
    // Not MDX after all: a stray brace or an unclosed tag. The message quotes the source, so it is not kept.
    const withoutModules = source.replace(MODULE_LINE, () => {
      dropped.expressions += 1;
      return '';
    });
    return dropComments(jsxToHtml(withoutModules), parseMarkdownTree, dropped);
  }
}

/** Reads source with the full parser, whatever it holds. */
export function parseMarkdownBlocks(source: string, isMdx: boolean, dropped: DropCounts): TextBlock[] {
  return visibleBlocks(treeToHtml(treeOf(source, isMdx, dropped), dropped), dropped);
}

/**
 * Reads Markdown source (a body without front matter, LF line ends) as blocks.
 *
 * @param options.mdx  read it as MDX; default false
 * @throws {FileRefusedError} when comments are nested beyond telling
 */
export function readMarkdown(source: string, options: { mdx?: boolean } = {}): MarkdownReading {
  const dropped = noDrops();
  const isMdx = options.mdx === true;
  const stretches = splitProse(source) ?? [{ isPlain: false, text: source }];
  const blocks = stretches.flatMap(({ isPlain, text }) => {
    if (!isPlain) return parseMarkdownBlocks(text, isMdx, dropped);
    const tidied = tidyText(text);
    return tidied === '' ? [] : [{ text: tidied }];
  });
  return { blocks, dropped };
}
