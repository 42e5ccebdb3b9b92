/**
 * Markdown and MDX source as a syntax tree: CommonMark with the GitHub extensions.
 */
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';

/** Parses Markdown; every text is some Markdown, so it never fails. */
export function parseMarkdownTree(source: string): Root {
  return fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/**
 * Parses MDX.
 *
 * @throws when the source is not MDX: an unclosed tag, a broken expression
 */
export function parseMdxTree(source: string): Root {
  return fromMarkdown(source, {
    extensions: [gfm(), mdxjs()],
    mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()],
  });
}
