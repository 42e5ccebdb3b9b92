import { describe, expect, it } from 'vitest';
import { SearchOptionsError } from './errors.ts';
import { resolveCaps, resolveFloor, resolveScoreCap } from './options.ts';

describe('limits (decisions 3.1)', () => {
  it('takes a total, or a cap for each layer, the other 8', () => {
    expect(resolveCaps({ limit: 3 })).toStrictEqual({ total: 3 });
    expect(resolveCaps({ limit: 0 })).toStrictEqual({ total: 0 });
    expect(resolveCaps({ limitPerRaw: { private: 2 } })).toStrictEqual({ public: 8, private: 2 });
    expect(resolveCaps({})).toStrictEqual({ public: 8, private: 8 });
  });

  it('refuses both forms together, and a limit that is no count', () => {
    expect(() => resolveCaps({ limit: 3, limitPerRaw: {} })).toThrow(
      'limit and limitPerRaw exclude each other',
    );
    for (const limit of [-1, 1.5, Number.NaN]) {
      expect(() => resolveCaps({ limit })).toThrow(SearchOptionsError);
      expect(() => resolveCaps({ limitPerRaw: { public: limit } })).toThrow(
        'limitPerRaw.public is not a whole number from 0',
      );
    }
  });
});

describe('the floor (decisions 3.6)', () => {
  it('is the first of option, index, embedder, 0.2', () => {
    expect(resolveFloor({ scoreFloor: 0.4, embedderFloor: 0.1 }, { floor: 0.3 })).toBe(0.4);
    expect(resolveFloor({ embedderFloor: 0.1 }, { floor: 0.3 })).toBe(0.3);
    expect(resolveFloor({ embedderFloor: 0.1 }, {})).toBe(0.1);
    expect(resolveFloor({}, {})).toBe(0.2);
    expect(resolveFloor({ scoreFloor: 0 }, { floor: 0.3 })).toBe(0);
  });

  it('refuses one that is not finite', () => {
    expect(() => resolveFloor({ scoreFloor: Number.NaN }, {})).toThrow('scoreFloor is not a finite number');
  });
});

describe('the cap on coarse scores', () => {
  it('is the first of option and index, or none', () => {
    expect(resolveScoreCap({ scoreCap: 0.6 }, { scoreCap: 0.7 })).toBe(0.6);
    expect(resolveScoreCap({}, { scoreCap: 0.7 })).toBe(0.7);
    expect(resolveScoreCap({}, {})).toBe(undefined);
    expect(() => resolveScoreCap({ scoreCap: Number.POSITIVE_INFINITY }, {})).toThrow(
      'scoreCap is not a finite number',
    );
  });
});
