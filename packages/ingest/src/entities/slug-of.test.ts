import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from './slug-of.ts';

const key = Buffer.from('a key of the archive');

describe('slugOf (decisions 1.10)', () => {
  it.each([
    ['Slack Water', 'slack-water'],
    ['Été à Żoliborz', 'ete-a-zoliborz'],
    ['Große Ærø', 'grosse-aero'],
    ['ＦＵＬＬ width №5', 'full-width-no5'],
    ['2025-07-29-title', '2025-07-29-title'],
    ['v1.2_final', 'v1.2_final'],
    ['...a...', 'a'],
    ['ﬁle', 'file'],
    ['001', '001'],
    ['Tokyo 東京 story', 'tokyo-story'],
  ])('folds %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(slugOf(name, key)).toBe(slug);
  });

  it('makes a digest when fewer than half of the letters survive, keyed on a private work', () => {
    for (const name of ['海の調律', 'Привет', '東京の話 x', '！！', '']) {
      expect(slugOf(name)).toBe(`x-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`);
      expect(slugOf(name, key)).toBe(
        `x-${createHmac('sha256', key).update(name).digest('hex').slice(0, 10)}`,
      );
    }
  });

  it('gives a decomposed and a composed name one slug', () => {
    expect(slugOf('학점인정'.normalize('NFD'))).toBe(slugOf('학점인정'));
    expect(slugOf('cafe\u0301')).toBe('cafe');
  });

  it('stays within its alphabet and length (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        expect(slugOf(name)).toMatch(/^[a-z0-9_](?:[a-z0-9._-]{0,78}[a-z0-9_])?$/);
        expect(slugOf(slugOf(name))).toBe(slugOf(name));
      }),
      { numRuns: 300 },
    );
  });
});
