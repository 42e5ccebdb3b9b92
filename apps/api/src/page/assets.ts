/**
 * The files a page loads, by the address they have: a name with a digest in it, so that they never go stale.
 */
import { createHash } from 'node:crypto';
import { ASK_SCRIPT, ICON, SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A file of the pages. */
export interface Asset {
  /** Path on this server. */
  path: string;
  body: string;
  contentType: string;
}

/** The style sheet, the scripts and the icon. */
export const ASSETS: Readonly<Record<'style' | 'script' | 'askScript' | 'icon', Asset>> = {
  style: asset('page', 'css', STYLE, 'text/css; charset=utf-8'),
  script: asset('page', 'js', SCRIPT, 'text/javascript; charset=utf-8'),
  askScript: asset('ask', 'js', ASK_SCRIPT, 'text/javascript; charset=utf-8'),
  icon: asset('icon', 'svg', ICON, 'image/svg+xml'),
};

/** The file at a path, if it is one of ours. */
export function assetAt(path: string): Asset | undefined {
  return Object.values(ASSETS).find((candidate) => candidate.path === path);
}

function asset(name: string, extension: string, body: string, contentType: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${digest}.${extension}`, body, contentType };
}
