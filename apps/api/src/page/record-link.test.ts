import { describe, expect, it } from 'vitest';
import { fragmentAnchor, recordPath, workLink } from './record-link.ts';

const entity = (id: string, url: string) => ({
  id,
  type: 'essay',
  title: 'T',
  attribution: [],
  url,
  identifiers: [],
});

describe('workLink', () => {
  it.each([
    ['essay:a', 'https://example.org/a', { href: 'https://example.org/a', isOutside: true }],
    ['essay:a', 'http://localhost:8787/e/essay:a', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:a', 'https://archive.example.org/e/essay%3Aa', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:港', 'http://localhost:8787/e/essay:港', { href: '/e/essay%3A%E6%B8%AF', isOutside: false }],
    ['essay:a', 'https://example.org/e/essay:b', { href: 'https://example.org/e/essay:b', isOutside: true }],
    [
      'essay:a',
      'https://example.org/e/%E0%A4%A',
      { href: 'https://example.org/e/%E0%A4%A', isOutside: true },
    ],
    ['essay:a', 'javascript:alert(1)', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:a', 'data:text/html,x', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:a', 'file:///etc/passwd', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:a', '/relative', { href: '/e/essay%3Aa', isOutside: false }],
    ['essay:a', '', { href: '/e/essay%3Aa', isOutside: false }],
  ])('of %s at %j', (id, url, link) => {
    expect(workLink(entity(id, url))).toEqual(link);
  });
});

describe('recordPath', () => {
  it('encodes what an id may hold, and points to a fragment by its key', () => {
    expect(recordPath('essay:a/b?c')).toBe('/e/essay%3Aa%2Fb%3Fc');
    expect(recordPath('essay:a', 'essay:a#s1"x')).toBe('/e/essay%3Aa#f-s1%22x');
    expect(fragmentAnchor('essay:a#s1"x')).toBe('f-s1"x');
  });
});
