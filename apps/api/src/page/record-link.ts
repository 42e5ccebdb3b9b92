/**
 * Where a card may link to: an http address, or the record of the work on this server. Never a script, never a file.
 */
import type { EntityFace } from '@archive/contract';
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** A link, and whether it leaves this server. */
export interface RecordLink {
  href: string;
  isOutside: boolean;
}

/** The address of a work: its own when that is a page elsewhere, else its record here. */
export function workLink(entity: EntityFace): RecordLink {
  const url = URL.canParse(entity.url) ? new URL(entity.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || isRecordOf(url, entity.id)) {
    return { href: recordPath(entity.id), isOutside: false };
  }
  return { href: url.href, isOutside: true };
}

/** A work as a link to its address, under its title or another name. */
export function workAnchor(entity: EntityFace, name: string = entity.title): Markup {
  const { href, isOutside } = workLink(entity);
  return html`<a href="${href}"${isOutside ? OUTSIDE : ''} dir="auto" lang="${writtenIn(name)}">${name}</a>`;
}

/** What every link that leaves this server carries. */
export const OUTSIDE: Markup = html` rel="noopener noreferrer"`;

/** Path of the record of a work on this server. */
export function recordPath(entityId: string, fragmentId?: string): string {
  const anchor = fragmentId === undefined ? '' : `#${encodeURIComponent(fragmentAnchor(fragmentId))}`;
  return `/e/${encodeURIComponent(entityId)}${anchor}`;
}

/** Name of the place of a fragment within the record of its work. */
export function fragmentAnchor(fragmentId: string): string {
  return `f-${fragmentId.slice(fragmentId.indexOf('#') + 1)}`;
}

/** Says whether an address is what a build writes for a work without a page of its own (decisions 4.9). */
function isRecordOf(url: URL, entityId: string): boolean {
  if (!url.pathname.startsWith('/e/')) return false;
  const tail = url.pathname.slice('/e/'.length);
  return tail === entityId || tail === encodeURIComponent(entityId) || decoded(tail) === entityId;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
