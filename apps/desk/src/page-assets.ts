/**
 * The files of the page: one document without a word of the archive, its style, its script, its icon.
 *
 * The script is bundled when the package is built; style and document are written here. The names of script and style
 * carry a digest, so that a page never runs with the script of another version.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ArchiveError } from '@archive/contract';
import { PAGE_STYLE } from './page-style.ts';

/** One file. */
export interface PageAsset {
  body: string;
  contentType: string;
}

/** The files by their paths. */
export interface PageAssets {
  at(path: string): PageAsset | undefined;
  has(path: string): boolean;
}

/** Raised when the script of the page has not been built. */
export class PageNotBuiltError extends ArchiveError {
  constructor(cause: unknown) {
    super('page-not-built', {
      message: 'the page of the desk has not been built',
      help: 'run `pnpm build` in the project first',
      cause,
    });
  }
}

/** Reads the bundled script. @throws {PageNotBuiltError} */
export async function loadPageAssets(): Promise<PageAssets> {
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(isSource ? '../dist/page/main.js' : './page/main.js', import.meta.url);
  const script = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new PageNotBuiltError(error);
  });
  return pageAssets(script);
}

/** The files around a script. */
export function pageAssets(script: string): PageAssets {
  const style = named('desk', 'css', PAGE_STYLE);
  const code = named('desk', 'js', script);
  const files = new Map<string, PageAsset>([
    ['/', { body: documentOf({ style, code, icon: ICON_PATH }), contentType: 'text/html; charset=utf-8' }],
    [style, { body: PAGE_STYLE, contentType: 'text/css; charset=utf-8' }],
    [code, { body: script, contentType: 'text/javascript; charset=utf-8' }],
    [ICON_PATH, { body: ICON, contentType: 'image/svg+xml' }],
  ]);
  return { at: (path) => files.get(path), has: (path) => files.has(path) };
}

function named(name: string, extension: string, body: string): string {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return `/assets/${name}-${digest}.${extension}`;
}

function documentOf({ style, code, icon }: { style: string; code: string; icon: string }): string {
  return `<!doctype html>
<html lang="en" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="google" content="notranslate">
<title>Desk</title>
<link rel="stylesheet" href="${style}">
<link rel="icon" type="image/svg+xml" href="${icon}">
<script type="module" src="${code}"></script>
</head>
<body>
<noscript><p class="lone">The desk needs JavaScript.</p></noscript>
</body>
</html>
`;
}

const ICON_PATH = '/assets/icon.svg';
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="22" rx="3" fill="#15566b"/><path d="M9 21l2-5 9-9 3 3-9 9z" fill="#fbfaf7"/></svg>`;
