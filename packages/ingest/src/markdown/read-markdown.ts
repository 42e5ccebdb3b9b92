/**
 * Markdown or MDX as the blocks of text its reader sees (decisions 1.9).
 *
 * MDX that does not parse is read as Markdown, its imports left out, if it holds no expression and no export; components
 * are then unknown tags, whose content is text unless they are hidden. Otherwise it is refused.
 */
import type { Root } from 'mdast';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { dropComments, type KeepComment, nestedTooDeeply } from './drop-comments.ts';
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

const MODULE_LINE = /^import\b.*(?:\n(?![\n#]).*)*$/gm;

/** What only MDX gives a meaning: an expression, a module. */
const EXPRESSION_OR_EXPORT = /\{|^\s*export\b/m;
/** A tag that closes itself, as JSX writes it. */
const SELF_CLOSED = /<([A-Za-z][\w.-]*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'))?)*)\s*\/>/g;

/** How a source is read. */
export interface MarkdownOptions {
  /** Read it as MDX; default false. */
  mdx?: boolean;
  /** HTML, MDX and `%%` comments are text like any other (decisions 1.9); default false. */
  keepComments?: boolean;
}

/** Comments within comments that are kept; deeper ones refuse the file. */
const KEPT_DEPTH_MAX = 8;

function treeOf(source: string, isMdx: boolean, dropped: DropCounts, keep: KeepComment | undefined): Root {
  if (!isMdx) return dropComments(source, parseMarkdownTree, dropped, keep);
  const counts = noDrops();
  try {
    const tree = dropComments(source, parseMdxTree, counts, keep);
    addDrops(dropped, counts);
    return tree;
  } catch (error) {
    if (error instanceof FileRefusedError) throw error;
    // Not MDX after all, such as an unclosed tag. The message quotes the source, so it is not kept.
    if (EXPRESSION_OR_EXPORT.test(source))
      throw new FileRefusedError({
        field: 'file',
        reason: 'its MDX cannot be parsed, so that its expressions cannot be told from its text',
        help: 'correct the MDX, or name the file .md',
      });
    const withoutModules = source.replace(MODULE_LINE, () => {
      dropped.expressions += 1;
      return '';
    });
    return dropComments(withoutModules.replace(SELF_CLOSED, '<$1$2></$1>'), parseMarkdownTree, dropped, keep);
  }
}

function blocksOf(source: string, options: MarkdownOptions, dropped: DropCounts, depth: number): TextBlock[] {
  const { mdx = false, keepComments = false } = options;
  const keep: KeepComment | undefined = keepComments
    ? (words, counts) => {
        if (depth === KEPT_DEPTH_MAX) throw nestedTooDeeply();
        const inner = blocksOf(words, options, counts, depth + 1);
        return inner.map(({ text }) => text).join('\n');
      }
    : undefined;
  return visibleBlocks(treeToHtml(treeOf(source, mdx, dropped, keep), dropped), dropped);
}

/** Reads source with the full parser, whatever it holds. */
export function parseMarkdownBlocks(
  source: string,
  options: MarkdownOptions,
  dropped: DropCounts,
): TextBlock[] {
  return blocksOf(source, options, dropped, 0);
}

/**
 * Reads Markdown source (a body without front matter, LF line ends) as blocks.
 *
 * @throws {FileRefusedError} when comments are nested beyond telling, or what is hidden cannot be told from what is not
 */
export function readMarkdown(source: string, options: MarkdownOptions = {}): MarkdownReading {
  const dropped = noDrops();
  const stretches = splitProse(source) ?? [{ isPlain: false, text: source }];
  const blocks = stretches.flatMap(({ isPlain, text }) => {
    if (!isPlain) return parseMarkdownBlocks(text, options, dropped);
    const tidied = tidyText(text);
    return tidied === '' ? [] : [{ text: tidied }];
  });
  return { blocks, dropped };
}
