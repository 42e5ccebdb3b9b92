import { describe, expect, it } from 'vitest';
import { projectionContentHash } from './content-hash.ts';
import { requestedExposure, resolveOverride } from './resolve-override.ts';

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

describe('requestedExposure', () => {
  it.each([
    ['none', undefined, 'none', false, false],
    ['none', { exposure: 'locator', contentHash: hash }, 'none', false, true],
    ['locator', { exposure: 'semantic', contentHash: hash }, 'semantic', false, false],
    ['locator', { exposure: 'semantic' }, 'locator', true, false],
    ['semantic', { exposure: 'none' }, 'none', false, false],
  ] as const)(
    'of %s with %j is %s, lapsed: %s, closed: %s',
    (authored, override, exposure, lapsed, closed) => {
      expect(requestedExposure(authored, override, 'the text')).toEqual({ exposure, lapsed, closed });
    },
  );
});
