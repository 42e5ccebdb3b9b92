/**
 * Which hosts are this machine: the one answer to it for embedders, builds and servers.
 *
 * By name alone, nothing is looked up: a name that only resolves to this machine is not one of them.
 */

/**
 * Says whether a host is this machine alone: `localhost`, 127.0.0.0/8 or `::1`, the latter also in brackets.
 *
 * @param host  a host name or address without a port, as typed or as a URL has it
 */
export function isLoopbackHost(host: string): boolean {
  const bare = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}
