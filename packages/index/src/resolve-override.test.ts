import { describe, expect, it } from 'vitest';
import { projectionContentHash } from './content-hash.ts';
import { resolveOverride } from './resolve-override.ts';

const hash = projectionContentHash('the text');

describe('resolveOverride', () => {
  it.each([
    ['semantic', undefined, 'semantic', false],
    ['semantic', { exposure: 'none' }, 'none', false],
    ['semantic', { exposure: 'none', contentHash: '0123456789abcdef' }, 'none', false],
    ['locator', { exposure: 'locator' }, 'locator', false],
    ['locator', { exposure: 'semantic', contentHash: hash }, 'semantic', false],
    ['locator', { exposure: 'semantic', contentHash: '0123456789abcdef' }, 'locator', true],
    ['locator', { exposure: 'semantic' }, 'locator', true],
    ['none', { exposure: 'text' }, 'none', true],
  ] as const)(
    'of a request for %s with %j gives %s, lapsed: %s (decisions 1.8)',
    (requested, override, exposure, lapsed) => {
      expect(resolveOverride(requested, override, 'the text')).toEqual({ exposure, lapsed });
    },
  );
});
