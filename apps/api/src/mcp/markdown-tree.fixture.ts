/**
 * What a Markdown reader would make of a string, asked of a parser that is not ours: CommonMark with all of GitHub's
 * extensions, whose bare addresses become links too.
 */
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Nodes that load, lead somewhere, run or define where something leads, each as its type and its address or source. */
export function activeNodes(markdown: string): string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if (ACTIVE.has(node.type)) found.push(`${node.type} ${addressOf(node)}`);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return found;
}

function addressOf(node: Nodes): string {
  if ('url' in node) return node.url;
  if ('identifier' in node) return node.identifier;
  return 'value' in node ? node.value : '';
}

const ACTIVE: ReadonlySet<string> = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'html',
  'definition',
  'footnoteDefinition',
  'footnoteReference',
]);
