import { describe, expect, it } from 'vitest';
import { RetrievalIndexError } from './errors.ts';
import type { RetrievalIndex } from './index-port.ts';
import { retrieve } from './retrieve.ts';
import { search } from './search.ts';
import { brokenIndexes } from './testing/broken-indexes.ts';

function refusalOf(run: (index: RetrievalIndex) => unknown, index: RetrievalIndex): unknown {
  try {
    run(index);
  } catch (error) {
    return error instanceof RetrievalIndexError ? [error.code, error.message] : error;
  }
  return undefined;
}

describe('a misbuilt index (decisions 3.8)', () => {
  it.each(brokenIndexes())('is refused: $name', ({ index, message }) => {
    const vector = [1, 0];
    expect(refusalOf((broken) => retrieve(vector, '', broken, { scoreFloor: -2 }), index)).toStrictEqual([
      'retrieval-index',
      message,
    ]);
    expect(refusalOf((broken) => search(vector, '', broken, { scoreFloor: -2 }), index)).toStrictEqual([
      'retrieval-index',
      message,
    ]);
  });
});
