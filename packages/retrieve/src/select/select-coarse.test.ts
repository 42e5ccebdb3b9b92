import { describe, expect, it } from 'vitest';
import { oracleSearch } from '../oracle.ts';
import { searchWithCounts } from '../search.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { toyCodes } from '../testing/toy-codes.ts';
import { withByteCodes } from '../testing/with-facts.ts';

/** Enough coded rows for the table of bytes, few enough for the oracle. */
const ROWS = 700;
const WIDTH = 24;

function rowFrom(n: number): Float32Array {
  return Float32Array.from({ length: WIDTH }, (_, i) => Math.sin(n * 2.3 + i * 0.7 + (n % 13) * i));
}

describe('what is not exposed as text, by the hundreds', () => {
  const codes = toyCodes(20, undefined, { a: 0.8, c: 0.1 });
  const work = buildWork({
    id: 'book:b',
    title: 'Salt Roads',
    disclosure: { raw: 'private', exposure: 'locator' },
  });
  const fragments = Array.from({ length: ROWS }, (_, n) => buildPassage(work, `p${n}`));
  const coded = buildIndex(
    [work],
    fragments.map((fragment, n) => ({ fragment, bits: codes.encodeRow(rowFrom(n)) })),
    { codes, dimensions: WIDTH },
  );
  const exact = withByteCodes(
    buildIndex(
      [work],
      fragments.map((fragment, n) => ({ fragment, vector: rowFrom(n) })),
    ),
  );

  it.each([
    ['sign bits', coded],
    ['exact rows', exact],
  ])('is scored as by the oracle: %s', (_name, index) => {
    for (const [n, options] of [
      { limit: 30, scoreFloor: -2 },
      { limit: 30, scoreFloor: 0.3 },
      { limitPerRaw: { private: 12 }, scoreCap: 0.55 },
      { limit: 5, scoreFloor: 0.6, scoreCap: 0.5 },
    ].entries()) {
      const query = n % 2 === 0 ? 'salt roads' : 'something else';
      const vector = rowFrom(1_000 + n);
      expect(searchWithCounts(vector, query, index, options)).toStrictEqual(
        oracleSearch(vector, query, index, options),
      );
    }
  });
});
