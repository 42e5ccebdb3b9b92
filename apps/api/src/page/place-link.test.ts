import { describe, expect, it } from 'vitest';
import { hit } from './hits.fixture.ts';
import { placeLink } from './place-link.ts';

const time = { scheme: 'timecode', value: '750.5', end: '845' };
const page = { scheme: 'page', value: '184', end: '186' };

describe('placeLink', () => {
  it('opens a passage of a public record here, and nothing of a private one (decisions 4.9)', () => {
    expect(placeLink(hit('s1'))).toBe('/e/essay%3Aa#f-s1');
    expect(placeLink(hit('t750', { raw: 'private', exposure: 'locator', locator: [time] }))).toBeUndefined();
  });

  it.each([
    ['https://example.org/talk.mp3', [time], 'https://example.org/talk.mp3#t=750.5,845'],
    ['https://example.org/Talk.WEBM?x=1', [time], 'https://example.org/Talk.WEBM?x=1#t=750.5,845'],
    ['https://example.org/a.mp4', [{ scheme: 'timecode', value: '0' }], 'https://example.org/a.mp4#t=0'],
    [
      'https://example.org/a.mp4',
      [{ scheme: 'timecode', value: '9', end: '9' }],
      'https://example.org/a.mp4#t=9',
    ],
    ['https://www.youtube.com/watch?v=abc', [time], 'https://www.youtube.com/watch?v=abc&t=750s'],
    ['https://youtu.be/abc', [time], 'https://youtu.be/abc?t=750s'],
    ['https://example.org/book.pdf', [page], 'https://example.org/book.pdf#page=184'],
    [
      'https://example.org/book.pdf',
      [{ scheme: 'chapter', value: '3' }, page],
      'https://example.org/book.pdf#page=184',
    ],
  ])('adds to %s what its form gives a meaning', (url, locator, href) => {
    expect(placeLink(hit('x', { url, locator }))).toBe(href);
    expect(placeLink(hit('x', { url, locator, raw: 'private', exposure: 'locator' }))).toBe(href);
  });

  it.each([
    ['https://example.org/talk', [time]],
    ['https://example.org/talk.mp3#intro', [time]],
    ['https://example.org/talk.mp3', [{ scheme: 'timecode', value: '1e9' }]],
    ['https://example.org/talk.mp3', [page]],
    ['https://evil-youtube.com/watch?v=abc', [time]],
    ['https://www.youtube.com/@channel', [time]],
    ['https://example.org/book.pdf', [{ scheme: 'page', value: 'xii' }]],
    ['https://example.org/book.pdf', [{ scheme: 'page', value: '0' }]],
    ['https://example.org/book.pdf', [{ scheme: 'section', value: '184' }]],
    ['https://example.org/book', [page]],
  ])('adds nothing to %s for %j', (url, locator) => {
    expect(placeLink(hit('x', { url, locator }))).toBeUndefined();
  });
});
