/**
 * Where the place of a hit can be opened directly: a passage of its record here, a moment of a recording, a page of a
 * document.
 *
 * An address elsewhere is only added to when its own form says what an addition means there: a file of sound or film, a
 * PDF, a film site with a parameter for the time. One that has a fragment already is left as it is.
 */
import type { EvidenceHit, Locator } from '@archive/contract';
import { recordPath, workLink } from './record-link.ts';

/** The address of the place itself; undefined when there is none beyond that of the work. */
export function placeLink(hit: EvidenceHit): string | undefined {
  const link = workLink(hit.entity);
  if (!link.isOutside) return hit.raw === 'public' ? recordPath(hit.entity.id, hit.fragmentId) : undefined;
  const url = new URL(link.href);
  if (url.hash !== '') return undefined;
  const time = hit.locator.findLast(({ scheme }) => scheme === 'timecode');
  if (time !== undefined) return atTime(url, time);
  const page = hit.locator.findLast(({ scheme }) => scheme === 'page');
  return page === undefined ? undefined : atPage(url, page);
}

function atTime(url: URL, { value, end }: Locator): string | undefined {
  if (!SECONDS.test(value)) return undefined;
  if (RECORDING.test(url.pathname)) {
    url.hash = `t=${value}${end !== undefined && SECONDS.test(end) && Number(end) > Number(value) ? `,${end}` : ''}`;
    return url.href;
  }
  if (!isFilmPage(url)) return undefined;
  url.searchParams.set('t', `${Math.floor(Number(value))}s`);
  return url.href;
}

function atPage(url: URL, { value }: Locator): string | undefined {
  if (!/^[1-9]\d{0,4}$/.test(value) || !/\.pdf$/i.test(url.pathname)) return undefined;
  url.hash = `page=${value}`;
  return url.href;
}

function isFilmPage({ hostname, pathname, searchParams }: URL): boolean {
  if (hostname === 'youtu.be') return pathname.length > 1;
  return /^(www\.|m\.)?youtube\.com$/.test(hostname) && pathname === '/watch' && searchParams.has('v');
}

const SECONDS = /^\d{1,7}(\.\d{1,6})?$/;
const RECORDING = /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac|mp4|m4v|webm|ogv|mov)$/i;
