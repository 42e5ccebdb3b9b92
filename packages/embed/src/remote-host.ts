/**
 * Says whether an address is on this machine.
 */

/**
 * Names the host texts would leave for.
 *
 * @param baseUrl  an absolute http or https address
 * @returns the host name with its port, or undefined when it is a loopback address
 */
export function remoteHost(baseUrl: string): string | undefined {
  const { hostname, host } = new URL(baseUrl);
  return isLoopback(hostname) ? undefined : host;
}

/** Says whether a URL's host name is this machine: localhost, 127.0.0.0/8 or ::1. */
function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
