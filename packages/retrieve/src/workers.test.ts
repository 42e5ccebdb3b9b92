import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_ROWS } from './kernel/byte-scanner.ts';
import { narrowIndex } from './narrow-index.ts';
import { searchWithCounts } from './search.ts';
import { buildIndex, buildPassage, buildWork } from './testing/build.ts';
import { withByteCodes } from './testing/with-facts.ts';
import { openScanThreads, type ScanThreads } from './workers.ts';

const WIDTH = 16;
const work = buildWork();
const entries = Array.from({ length: 2 * BLOCK_ROWS + 1_001 }, (_, n) => ({
  fragment: buildPassage(work, `p${n}`, { date: String(1900 + (n % 100)) }),
  vector: Float32Array.from({ length: WIDTH }, (_, i) => Math.sin(n * 1.7 + i * i * 0.37 + n * i)),
}));
const index = withByteCodes(buildIndex([work], entries));
const queries = Array.from({ length: 8 }, (_, n) =>
  Float32Array.from({ length: WIDTH }, (_, i) => Math.cos(n * 3 + i * 1.3)),
);
const OPTIONS = [{ limit: 10 }, { limit: 5, filters: { dateFrom: '1950' } }, { limit: 3, scoreFloor: -2 }];

function answers(): unknown[] {
  const view = narrowIndex(index, (position) => position % 3 !== 0);
  return [index, view].flatMap((searched) =>
    queries.flatMap((query) => OPTIONS.map((options) => searchWithCounts(query, '', searched, options))),
  );
}

describe('threads', () => {
  const alone = answers();
  let threads: ScanThreads;
  beforeAll(async () => {
    threads = await openScanThreads(index, { threads: 3 });
  });
  afterAll(() => threads.close());

  it('change no answer: all rows, those of a filter, and those of a view', () => {
    expect(threads.threads).toBe(3);
    expect(answers()).toStrictEqual(alone);
  });

  it('are not missed once they are closed', async () => {
    await threads.close();
    expect(answers()).toStrictEqual(alone);
  });

  it('are not started where there is nothing for them', async () => {
    const { byteCodes: _codes, ...plain } = index;
    const none = await openScanThreads(plain, { threads: 2 });
    const one = await openScanThreads(index, { threads: 1 });
    expect([none.threads, one.threads]).toStrictEqual([1, 1]);
    await Promise.all([none.close(), one.close()]);
  });
});
