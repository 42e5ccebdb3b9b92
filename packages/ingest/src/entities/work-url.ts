/**
 * The address of a work: what its author states, the published page, or a page of the archive itself (decisions 4.9).
 */

/** What an address is made from. */
export interface UrlParts {
  /** Stated by the author; wins. */
  about?: string;
  /** Site on which public works are published. */
  baseUrl?: string;
  /** Put between site and slug. */
  urlPrefix?: string;
  /** Slug with `/` between folders. */
  slugPath: string;
  id: string;
  raw: 'public' | 'private';
  /** Address of the archive's own server. */
  origin: string;
}

/** Joins two parts of an address with exactly one slash. */
function joined(left: string, right: string): string {
  return `${left.replace(/\/+$/, '')}/${right.replace(/^\/+/, '')}`;
}

/** Makes the address of a work; a private one has a page of its own only where the config gives its prefix. */
export function workUrl({ about, baseUrl, urlPrefix, slugPath, id, raw, origin }: UrlParts): string {
  if (about !== undefined) return about;
  if (baseUrl !== undefined && (raw === 'public' || urlPrefix !== undefined)) {
    return joined(joined(baseUrl, urlPrefix ?? ''), `${slugPath}/`);
  }
  return `${joined(origin, 'e')}/${encodeURIComponent(id).replaceAll('%3A', ':')}`;
}
