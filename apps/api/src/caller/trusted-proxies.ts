/**
 * Which neighbours may say on whose behalf they call: the proxies an operator lists, and nobody else.
 *
 * A list that trusts everybody is refused, since then anybody could claim to be anybody.
 */
import { isIP } from 'node:net';
import { ArchiveError } from '@archive/contract';
import ipaddr from 'ipaddr.js';
import { canonicalAddress } from './client-address.ts';

/** Says whether an address, as {@link canonicalAddress} writes it, is that of a trusted proxy. */
export type TrustsAddress = (address: string) => boolean;

/** Raised for an entry that is no address and no range; names its place in the list. */
export class TrustedProxyError extends ArchiveError {
  constructor({ at, problem }: { at: number; problem: string }) {
    super('trusted-proxy', {
      message: `server.trustedProxies.${at} ${problem}`,
      help: 'give addresses or ranges such as 127.0.0.1, 10.0.0.0/8 or fd00::/8',
    });
  }
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads a list of addresses and CIDR ranges.
 *
 * @throws {TrustedProxyError} for an entry that is neither, or a range of every address
 */
export function trustedProxies(entries: readonly string[]): TrustsAddress {
  const ranges = entries.map(readRange);
  return (address) => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
}

function readRange(entry: string, at: number): Range {
  const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
  const address = canonicalAddress(text);
  if (address === undefined || text.includes('%')) {
    throw new TrustedProxyError({ at, problem: 'is no address and no range' });
  }
  const parsed = ipaddr.process(address);
  const width = parsed.kind() === 'ipv4' ? 32 : 128;
  // A range of v4-mapped addresses counts from the front of the long form.
  const shift = parsed.kind() === 'ipv4' && text.includes(':') ? 96 : 0;
  const prefix = bits === undefined ? width : Number(bits) - shift;
  if (prefix < 0 || prefix > width) throw new TrustedProxyError({ at, problem: 'has no such prefix' });
  if (prefix === 0) throw new TrustedProxyError({ at, problem: 'trusts every address' });
  return [parsed, prefix];
}
