/**
 * Who may talk to the desk: a browser on this machine that addresses it by its own name, from a page of its own.
 *
 * The desk is the one place where private text is in a browser, so a rule is held on every request, reads included: a
 * rebound DNS name shows in the Host header, a page of another site in Origin and Sec-Fetch-Site. All are answered 421.
 */

/** The headers that say where a request comes from. */
export interface RequestOrigin {
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`; not sent by programs and very old browsers. */
  fetchSite: string | undefined;
}

/** What is said to whoever is not welcome. */
export const MISDIRECTED = 'this desk answers to its own address and its own page only';

/** The Host values of a desk that listens on `port` of this machine. */
export function deskHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost'];
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

/**
 * Says whether a request is one the desk answers.
 *
 * A typed or followed address without a page behind it (`Sec-Fetch-Site: none`) may get the empty page and its files,
 * and nothing else; what changes something must say which page it comes from.
 *
 * @param path  the path asked for
 */
export function isWelcome(
  method: string,
  path: string,
  { host, origin, fetchSite }: RequestOrigin,
  hosts: ReadonlySet<string>,
): boolean {
  if (host === undefined || !hosts.has(host.toLowerCase())) return false;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && origin === undefined) return false;
  if (fetchSite === undefined || fetchSite === 'same-origin') return true;
  return fetchSite === 'none' && isRead && !path.startsWith('/api/');
}
