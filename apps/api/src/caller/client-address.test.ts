import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerNetwork, canonicalAddress, clientAddress } from './client-address.ts';
import { TrustedProxyError, trustedProxies } from './trusted-proxies.ts';

const nobody = trustedProxies([]);
const proxies = trustedProxies(['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::ffff:192.0.2.0/120']);

describe('clientAddress', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['the neighbour, without a proxy', '203.0.113.9', undefined, '203.0.113.9'],
    [
      'the neighbour, who is no trusted proxy, whatever it says',
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['what a trusted proxy says', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the rightmost address that nobody vouches for',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.9.9.9',
      '198.51.100.1',
    ],
    ['the first hop, when all are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['the proxy, when it names nobody', '10.0.0.1', '', '10.0.0.1'],
    [
      'the proxy, when it sends no such header: one caller, whoever is behind',
      '10.0.0.1',
      undefined,
      '10.0.0.1',
    ],
    ['the proxy, when it names no address', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['the last trusted hop before nonsense', '10.0.0.1', '_hidden, 10.0.0.2', '10.0.0.2'],
    ['an address with a port', '10.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
    ['an IPv6 address with a port', '10.0.0.1', '[2001:db8::1]:5678', '2001:db8::1'],
    ['a v4-mapped neighbour as IPv4', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['a v4-mapped proxy as IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a v4-mapped range', '192.0.2.77', '198.51.100.1', '198.51.100.1'],
    ['an IPv6 proxy, with zone', 'fd00::1%eth0', '2001:DB8:0:0::1', '2001:db8::1'],
    ['nobody, when there is no neighbour', undefined, '198.51.100.1', 'unknown'],
  ])('is %s', (_, peer, forwardedFor, expected) => {
    expect(clientAddress({ peer, forwardedFor }, proxies)).toBe(expected);
  });

  it.each([
    '0x7f.1',
    '127.1',
    '010.0.0.1',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    '::ffff:1.2.3',
    'localhost',
    ' ',
  ])('does not take %j for an address', (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });

  it('follows a chain to its bound and no further', () => {
    const forwardedFor = Array.from({ length: 2000 }, () => '10.0.0.7').join(', ');
    expect(clientAddress({ peer: '10.0.0.1', forwardedFor: `198.51.100.1, ${forwardedFor}` }, proxies)).toBe(
      '10.0.0.7',
    );
  });

  it('is the neighbour for every header, when nobody is trusted', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string({ maxLength: 200 }), (peer, forwardedFor) => {
        expect(clientAddress({ peer, forwardedFor }, nobody)).toBe(peer);
      }),
    );
  });

  it('never is what stands left of an address that nobody vouches for', () => {
    const hop = fc.oneof(
      fc.ipV4(),
      fc.constantFrom('10.0.0.1', '10.2.3.4', 'fd00::7'),
      fc.ipV6(),
      fc.string({ maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(hop, { maxLength: 8 }), fc.array(hop, { maxLength: 8 }), (left, right) => {
        const arrival = (hops: string[]) => ({ peer: '10.0.0.1', forwardedFor: hops.join(',') });
        const tail = ['198.51.100.1', ...right.map((each) => each.replaceAll(',', ''))];
        expect(clientAddress(arrival([...left, ...tail]), proxies)).toBe(
          clientAddress(arrival(tail), proxies),
        );
      }),
    );
  });
});

describe('callerNetwork', () => {
  it('is one /64 of IPv6, and one address of IPv4', () => {
    expect(callerNetwork('203.0.113.9')).toBe('203.0.113.9');
    expect(callerNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(callerNetwork('2001:db8:1:2::ffff')).toBe('2001:db8:1:2::/64');
    expect(callerNetwork('2001:db8:1:3::')).toBe('2001:db8:1:3::/64');
    expect(callerNetwork('unknown')).toBe('unknown');
  });
});

describe('trustedProxies', () => {
  it.each([
    ['localhost', 'server.trustedProxies.0 is no address and no range'],
    ['10.0.0.0/33', 'server.trustedProxies.0 has no such prefix'],
    ['::ffff:10.0.0.0/90', 'server.trustedProxies.0 has no such prefix'],
    ['0.0.0.0/0', 'server.trustedProxies.0 trusts every address'],
    ['::/0', 'server.trustedProxies.0 trusts every address'],
    ['10.0.0.0/8/8', 'server.trustedProxies.0 is no address and no range'],
    ['', 'server.trustedProxies.0 is no address and no range'],
  ])('refuses %j', (entry, message) => {
    expect(() => trustedProxies([entry])).toThrow(message);
    expect(() => trustedProxies([entry])).toThrow(TrustedProxyError);
  });

  it('does not trust IPv4 by a range of IPv6, nor the other way round', () => {
    const six = trustedProxies(['fe80::/10']);
    expect([six('fe80::1'), six('254.128.0.1'), six('unknown')]).toEqual([true, false, false]);
  });
});
