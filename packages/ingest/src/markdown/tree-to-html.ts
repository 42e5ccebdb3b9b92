/**
 * A Markdown tree as the HTML a page would be made of, raw HTML in place.
 *
 * Made to be parsed again, not to be shown: it keeps what decides whether a reader sees a word (raw tags, `hidden`,
 * `style`), and leaves out what is never text (images, link targets, definitions).
 */
import type { Nodes, Parents, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { DropCounts } from './drop-counts.ts';

interface Rendering {
  dropped: DropCounts;
  footnotes: ReadonlySet<string>;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

/** Tags whose content a parser would take as one text up to a closing tag that may never come; renamed, they keep their attributes. */
const SWALLOWING = /<(\/?)(plaintext|xmp|textarea|title|noembed|noframes|listing)(?![\w-])/gi;
const SWALLOWING_NAME = /^(?:plaintext|xmp|textarea|title|noembed|noframes|listing)$/;
/** Components whose name says that what they hold is not to be read. */
const HIDING_COMPONENT =
  /^(?:hidden|comment|draft|private|unlisted|visuallyhidden|sronly|screenreaderonly)$/i;
/** A style object without nested values. */
const STYLE_OBJECT = /^\s*\{[^{}]*\}\s*$/;

const WIKI_EMBED = /!\[\[[^[\]\n]*\]\]/g;
const WIKI_LINK = /\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]+)\]\]/g;

/** The footnotes a reader reaches from the text, over other footnotes as well. */
function footnotesUsed(tree: Root): Set<string> {
  const definitions = new Map<string, Nodes[]>();
  const used = new Set<string>();
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'footnoteDefinition') {
      // Held back until the text, or a footnote in use, refers to it.
      if (used.has(node.identifier)) stack.push(...node.children);
      else definitions.set(node.identifier, [...(definitions.get(node.identifier) ?? []), ...node.children]);
      continue;
    }
    if (node.type === 'footnoteReference') {
      used.add(node.identifier);
      stack.push(...(definitions.get(node.identifier) ?? []));
      definitions.delete(node.identifier);
    }
    if ('children' in node) stack.push(...node.children);
  }
  return used;
}

function childrenOf(node: Parents, rendering: Rendering): string {
  return node.children.map((child) => render(child as Nodes, rendering)).join('');
}

/** The text of an expression that is nothing but a string literal; undefined for any other. */
function literalOf(expression: string): string | undefined {
  const literal = /^\s*(?:'([^'\\\n]*)'|"([^"\\\n]*)"|`([^`\\$]*)`)\s*$/.exec(expression);
  return literal === null ? undefined : (literal[1] ?? literal[2] ?? literal[3]);
}

/** Says whether an element of MDX is hidden, or may be by what is only known when it runs. */
function isHiddenJsx(node: MdxJsxFlowElement | MdxJsxTextElement): boolean {
  if (HIDING_COMPONENT.test(node.name ?? '')) return true;
  return node.attributes.some((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute') return true;
    const { name, value } = attribute;
    return name === 'style' && typeof value === 'object' && !STYLE_OBJECT.test(value?.value ?? '{}');
  });
}

function renderJsx(node: MdxJsxFlowElement | MdxJsxTextElement, rendering: Rendering): string {
  if (isHiddenJsx(node)) {
    rendering.dropped.hidden += 1;
    return '';
  }
  const attributes = node.attributes
    .map((attribute) => {
      if (attribute.type !== 'mdxJsxAttribute') return '';
      const value = typeof attribute.value === 'string' ? attribute.value : attribute.value?.value;
      return ` ${attribute.name}="${escapeHtml(value ?? '')}"`;
    })
    .join('');
  const isHtml = node.name !== null && /^[a-z][a-z0-9]*$/.test(node.name);
  const own = isHtml && SWALLOWING_NAME.test(node.name ?? '') ? `x-${node.name}` : node.name;
  const tag = isHtml ? own : node.type === 'mdxJsxFlowElement' ? 'div' : 'span';
  return `<${tag}${attributes}>${childrenOf(node, rendering)}</${tag}>`;
}

function renderExpression(value: string, rendering: Rendering): string {
  const literal = literalOf(value);
  if (literal !== undefined) return escapeHtml(literal);
  if (value.trim() !== '') rendering.dropped.expressions += 1;
  return '';
}

function render(node: Nodes, rendering: Rendering): string {
  switch (node.type) {
    case 'root':
    case 'emphasis':
    case 'strong':
    case 'link':
    case 'linkReference':
      return childrenOf(node, rendering);
    case 'paragraph':
      return `<p>${childrenOf(node, rendering)}</p>`;
    case 'heading':
      return `<h${node.depth}>${childrenOf(node, rendering)}</h${node.depth}>`;
    case 'thematicBreak':
      return '<hr>';
    case 'blockquote':
      return `<blockquote>${childrenOf(node, rendering)}</blockquote>`;
    case 'list':
      return node.ordered === true
        ? `<ol start="${node.start ?? 1}">${childrenOf(node, rendering)}</ol>`
        : `<ul>${childrenOf(node, rendering)}</ul>`;
    case 'listItem':
      return `<li>${childrenOf(node, rendering)}</li>`;
    case 'table':
      return `<table>${childrenOf(node, rendering)}</table>`;
    case 'tableRow':
      return `<tr>${childrenOf(node, rendering)}</tr>`;
    case 'tableCell':
      return `<td>${childrenOf(node, rendering)}</td>`;
    case 'delete':
      return `<del>${childrenOf(node, rendering)}</del>`;
    case 'text':
      return escapeHtml(node.value.replace(WIKI_EMBED, '').replace(WIKI_LINK, '$1'));
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'code':
      // The first line end after <pre> is dropped by an HTML parser.
      return `<pre>\n${escapeHtml(node.value)}</pre>`;
    case 'break':
      return '<br>';
    case 'html':
      return node.value.replace(SWALLOWING, '<$1x-$2');
    case 'footnoteDefinition':
      if (rendering.footnotes.has(node.identifier)) return `<div>${childrenOf(node, rendering)}</div>`;
      rendering.dropped.comments += 1;
      return '';
    case 'definition':
      // `[//]: # (words)` is a common way to write a comment.
      if (node.title !== null && node.title !== undefined) rendering.dropped.comments += 1;
      return '';
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return renderJsx(node, rendering);
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return renderExpression(node.value, rendering);
    case 'mdxjsEsm':
      rendering.dropped.expressions += 1;
      return '';
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
    case 'yaml':
      return '';
  }
}

/**
 * Renders a tree as HTML.
 *
 * @param dropped  counts, added to
 */
export function treeToHtml(tree: Root, dropped: DropCounts): string {
  return render(tree, { dropped, footnotes: footnotesUsed(tree) });
}
