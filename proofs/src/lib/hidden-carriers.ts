/**
 * Places in a public file where a reader sees nothing: each wraps a secret sentence (decisions 1.9).
 */

/** A way of hiding a sentence in a Markdown body. */
export interface HiddenCarrier {
  readonly name: string;
  /** As a block of its own, or inside a paragraph. */
  readonly place: 'block' | 'inline' | 'end';
  hide(secret: string): string;
}

/** Carriers of `.md` files. */
export const MARKDOWN_CARRIERS: readonly HiddenCarrier[] = [
  { name: 'HTML comment', place: 'block', hide: (secret) => `<!-- ${secret} -->` },
  { name: 'HTML comment over lines', place: 'block', hide: (secret) => `<!--\n${secret}\n\n${secret}\n-->` },
  { name: 'HTML comment inside a line', place: 'inline', hide: (secret) => `<!-- ${secret} -->` },
  { name: 'HTML comment that never ends', place: 'end', hide: (secret) => `<!-- ${secret}\n\n${secret}` },
  { name: 'percent comment', place: 'block', hide: (secret) => `%%\n${secret}\n%%` },
  { name: 'percent comment inside a line', place: 'inline', hide: (secret) => `%%${secret}%%` },
  { name: 'hidden attribute', place: 'block', hide: (secret) => `<div hidden>${secret}</div>` },
  {
    name: 'hidden attribute inside a line',
    place: 'inline',
    hide: (secret) => `<span hidden>${secret}</span>`,
  },
  {
    name: 'hidden element around Markdown',
    place: 'block',
    hide: (secret) => `<div hidden>\n\n${secret}\n\n</div>`,
  },
  { name: 'display none', place: 'block', hide: (secret) => `<p style="display:none">${secret}</p>` },
  {
    name: 'display none inside a line',
    place: 'inline',
    hide: (secret) => `<i style='color:red; DISPLAY : none'>${secret}</i>`,
  },
  {
    name: 'visibility hidden',
    place: 'inline',
    hide: (secret) => `<span style="visibility: hidden">${secret}</span>`,
  },
  { name: 'template element', place: 'block', hide: (secret) => `<template>${secret}</template>` },
  { name: 'script', place: 'block', hide: (secret) => `<script>\nconst note = '${secret}';\n</script>` },
  { name: 'style', place: 'block', hide: (secret) => `<style>\n/* ${secret} */\n</style>` },
  { name: 'data attribute', place: 'inline', hide: (secret) => `<span data-note="${secret}"></span>` },
  { name: 'hidden input', place: 'block', hide: (secret) => `<input type="hidden" value="${secret}">` },
  { name: 'unused link definition', place: 'block', hide: (secret) => `[//]: # (${secret})` },
  { name: 'unused named definition', place: 'block', hide: (secret) => `[note]: <> "${secret}"` },
  { name: 'deletion', place: 'inline', hide: (secret) => `<del>${secret}</del>` },
  { name: 'tracked deletion', place: 'inline', hide: (secret) => `{--${secret}--}` },
  { name: 'tracked remark', place: 'inline', hide: (secret) => `{>>${secret}<<}` },
  { name: 'template comment', place: 'block', hide: (secret) => `{{/* ${secret} */}}` },
  { name: 'comment tag', place: 'block', hide: (secret) => `{% comment %}\n${secret}\n{% endcomment %}` },
  { name: 'comment shortcode', place: 'block', hide: (secret) => `{{< comment >}}${secret}{{< /comment >}}` },
  { name: 'shortcode value', place: 'inline', hide: (secret) => `{{< mark note="${secret}" >}}` },
  { name: 'no opacity', place: 'block', hide: (secret) => `<div style="opacity:0">${secret}</div>` },
  { name: 'closed dialog', place: 'block', hide: (secret) => `<dialog>${secret}</dialog>` },
  {
    name: 'link title of an image source',
    place: 'inline',
    hide: (secret) => `<img src="/a.png?note=${encodeURIComponent(secret)}">`,
  },
];

/** Carriers of `.mdx` files. */
export const MDX_CARRIERS: readonly HiddenCarrier[] = [
  { name: 'MDX comment', place: 'block', hide: (secret) => `{/* ${secret} */}` },
  { name: 'MDX comment over lines', place: 'block', hide: (secret) => `{/*\n  ${secret}\n  ${secret}\n*/}` },
  { name: 'MDX comment inside a line', place: 'inline', hide: (secret) => `{/* ${secret} */}` },
  { name: 'MDX export', place: 'block', hide: (secret) => `export const note = "${secret}";` },
  { name: 'hidden JSX element', place: 'block', hide: (secret) => `<div hidden>${secret}</div>` },
  { name: 'JSX attribute', place: 'inline', hide: (secret) => `<Mark note="${secret}" />` },
];

/** Lines of YAML front matter that carry a secret: keys nobody knows, comments, nested values. */
export const FRONT_MATTER_CARRIERS: readonly ((secret: string) => string)[] = [
  (secret) => `# ${secret}`,
  (secret) => `editor_remark: "${secret}"`,
  (secret) => `workflow:\n  owner: desk\n  remarks:\n    - "${secret}"`,
  (secret) => `oldSlug: x # ${secret}`,
  (secret) => `"${secret.replace(/[.。]$/, '')}": 1`,
  (secret) => `memo: |\n  ${secret}\n  ${secret}`,
];
