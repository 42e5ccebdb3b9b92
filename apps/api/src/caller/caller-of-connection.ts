/**
 * Works out who sends a request from its connection and, behind a trusted proxy, from `X-Forwarded-For`.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { callerNetwork, clientAddress } from './client-address.ts';
import { callerId } from './server-key.ts';
import type { TrustsAddress } from './trusted-proxies.ts';

/**
 * Makes the function that gives the opaque id of a request's caller.
 *
 * @param onIgnored  is told, each time, that an address that is no trusted proxy sent `X-Forwarded-For`
 */
export function callerOfConnection(
  key: Buffer,
  trusts: TrustsAddress,
  onIgnored: () => void,
): (c: Context) => string {
  return (c) => {
    const { incoming } = c.env as { incoming?: IncomingMessage };
    const peer = incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    const address = clientAddress({ peer, forwardedFor }, trusts);
    if (forwardedFor !== undefined && address === clientAddress({ peer, forwardedFor: undefined }, trusts))
      onIgnored();
    return callerId(callerNetwork(address), key);
  };
}
