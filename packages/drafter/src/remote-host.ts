/**
 * Says whether an address is on this machine.
 */

/**
 * Names the host passages would leave for.
 *
 * @param baseUrl  an absolute http or https address
 * @returns the host name with its port, or undefined when it is a loopback address
 */
export function remoteHost(baseUrl: string): string | undefined {
  const { hostname, host } = new URL(baseUrl);
  const name = hostname.replace(/\.$/, '');
  const isLoopback =
    name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
  return isLoopback ? undefined : host;
}
