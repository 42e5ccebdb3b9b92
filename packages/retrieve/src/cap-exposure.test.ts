import { describe, expect, it } from 'vitest';
import type { Disclosure, ServedExposure } from '@archive/contract';
import { capExposure } from './cap-exposure.ts';
import { CrossingError } from './errors.ts';
import { project } from './project.ts';
import { buildPassage, buildWork } from './testing/build.ts';

function hit(disclosure: Disclosure) {
  const work = buildWork({ disclosure, attribution: [{ name: 'Ada' }], date: '2020' });
  const fragment = buildPassage(work, 'p3', { attribution: [{ name: 'Bo' }], summary: 'in short' });
  return project({ entity: work, fragment, cosine: 0.6234, score: 0.6234, breakdown: { cosine: 0.6234 } });
}

describe('capExposure (decisions 1.6)', () => {
  const text = hit({ raw: 'public', exposure: 'text' });
  const semantic = hit({ raw: 'private', exposure: 'semantic' });
  const locator = hit({ raw: 'private', exposure: 'locator' });

  it('returns a hit that shows no more already as it is', () => {
    const pairs: [typeof text, ServedExposure][] = [
      [text, 'text'],
      [semantic, 'text'],
      [semantic, 'semantic'],
      [locator, 'text'],
      [locator, 'semantic'],
      [locator, 'locator'],
    ];
    for (const [given, ceiling] of pairs) expect(capExposure(given, ceiling)).toBe(given);
  });

  it('takes the gist off a semantic hit', () => {
    const {
      gist: _gist,
      gistSource: _source,
      gistReview: _review,
      ...rest
    } = semantic as Extract<typeof semantic, { exposure: 'semantic' }>;
    expect(capExposure(semantic, 'locator')).toStrictEqual({ ...rest, exposure: 'locator' });
  });

  it('makes the place of a text hit when its words may not be shown, with a coarse score: a gist cannot be made here', () => {
    for (const ceiling of ['semantic', 'locator'] as const) {
      expect(capExposure(text, ceiling)).toStrictEqual({
        fragmentId: 'essay:a#p3',
        entity: {
          id: 'essay:a',
          type: 'essay',
          title: 'A Title',
          attribution: [{ name: 'Ada' }],
          url: 'https://archive.example/a',
          identifiers: [],
          date: '2020',
        },
        raw: 'public',
        locator: [{ scheme: 'page', value: '3' }],
        locatorLabel: 'p. 3',
        date: '2020',
        attribution: [{ name: 'Bo' }],
        exposure: 'locator',
        score: 0.6,
      });
    }
  });

  it('refuses a ceiling that is not known', () => {
    expect(() => capExposure(text, 'none' as never)).toThrow(CrossingError);
    expect(() => capExposure({ ...text, exposure: 'all' } as never, 'text')).toThrow(CrossingError);
  });
});
