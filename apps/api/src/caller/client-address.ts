/**
 * The address a request came from: the neighbour's, or, where that is a trusted proxy, what `X-Forwarded-For` says of the
 * hops behind it, read from the right.
 *
 * No other header counts (`Forwarded`, `X-Real-IP`, `CF-Connecting-IP` and the like are set by anybody), and what stands
 * to the left of the first address nobody vouches for is never looked at.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an address is worked out from. */
export interface Arrival {
  /** Address of the neighbour, as the socket gives it; undefined when there is none. */
  peer: string | undefined;
  /** Value of `X-Forwarded-For`, several headers joined by commas. */
  forwardedFor: string | undefined;
}

/** Hops that are followed at most; a longer chain ends at the last one. */
const HOPS_MAX = 16;

/**
 * The caller's address, in the form of {@link canonicalAddress}; `unknown` when the neighbour has none.
 *
 * A trusted proxy that says nothing is a caller itself: whatever it hands on in that way has one account between them, and
 * nobody behind a proxy that adds its header can get at it.
 */
export function clientAddress({ peer, forwardedFor }: Arrival, trusts: (address: string) => boolean): string {
  let address = canonicalAddress(peer ?? '');
  if (address === undefined) return 'unknown';
  const hops = (forwardedFor ?? '').split(',').slice(-HOPS_MAX);
  while (trusts(address) && hops.length > 0) {
    const next = canonicalAddress(withoutPort(hops.pop() ?? ''));
    // A trusted hop that names nobody stands for whoever is behind it.
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** An address in one form: IPv4 in dots (v4-mapped as well), IPv6 shortened, without zone; undefined for anything else. */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.trim().replace(/%[\w.~-]{1,32}$/, '');
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString();
}

/** What one caller may hold many of counts as one: an IPv6 address by its /64, an IPv4 address by itself. */
export function callerNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const { parts } = ipaddr.parse(address) as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

function withoutPort(hop: string): string {
  const text = hop.trim();
  return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
}
