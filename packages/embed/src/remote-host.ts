/**
 * Where texts would leave for.
 */
import { isLoopbackHost } from './is-loopback-host.ts';

/**
 * Names the host texts would leave for.
 *
 * @param baseUrl  an absolute http or https address
 * @returns the host name with its port, or undefined when it is a loopback address
 */
export function remoteHost(baseUrl: string): string | undefined {
  const { hostname, host } = new URL(baseUrl);
  return isLoopbackHost(hostname) ? undefined : host;
}
