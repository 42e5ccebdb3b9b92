/**
 * Who may talk to a server that listens on this machine only: whoever addresses it by its own name (decisions 9).
 *
 * A page of another site can make a browser send requests here, and with a rebound DNS name even read the answers; the
 * Host header gives such a request away, and so does the Origin header of a POST.
 */

/** A refusal, with the status and words it gets. */
export interface GuardRefusal {
  status: 403 | 421;
  title: 'Forbidden' | 'Misdirected Request';
  detail: string;
}

/**
 * The Host values a loopback server answers to.
 *
 * @param bound   address it listens on
 * @param origin  public address of a proxy in front of it, if there is one
 */
export function loopbackHosts(bound: string, port: number, origin?: string): ReadonlySet<string> {
  const names = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    bound.includes(':') ? `[${bound.replace(/^\[|\]$/g, '')}]` : bound,
  ];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  if (origin !== undefined) hosts.push(new URL(origin).host);
  return new Set(hosts.map((host) => host.toLowerCase()));
}

/**
 * Judges the headers of a request; undefined means welcome.
 *
 * A form on a page that sends no referrer has `null` for its Origin, as a page in a frame of somebody else's has; which of
 * the two it is, the browser says in `Sec-Fetch-Site`, where no page can write.
 */
export function guardRefusal(
  method: string,
  headers: { host: string | undefined; origin: string | undefined; site?: string | undefined },
  hosts: ReadonlySet<string>,
): GuardRefusal | undefined {
  if (headers.host === undefined || !hosts.has(headers.host.toLowerCase())) {
    return {
      status: 421,
      title: 'Misdirected Request',
      detail: 'this server answers to its own address only',
    };
  }
  if (method === 'GET' || method === 'HEAD' || headers.origin === undefined) return undefined;
  if (headers.origin === 'null' && headers.site === 'same-origin') return undefined;
  const from = URL.canParse(headers.origin) ? new URL(headers.origin).host : '';
  if (hosts.has(from.toLowerCase())) return undefined;
  return { status: 403, title: 'Forbidden', detail: 'requests from pages of other sites are refused' };
}
