import type { EvidenceHit } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import type { Ledger } from './ledger/ledger.ts';
import { madeAnswer, madeHits, madeIndex } from './ledger/private-hits.fixture.ts';
import { MOST_ATTEMPTS, release } from './release.ts';

const index = madeIndex([
  { id: 'book:a', fragments: 'gl' },
  { id: 'book:p', raw: 'public', fragments: 'gl' },
]);
const answer = (ledger: Ledger | undefined, ceiling?: () => 'locator') =>
  release(
    {
      caller: 'ann',
      ...(ledger === undefined ? {} : { ledger }),
      ...(ceiling === undefined ? {} : { ceiling }),
    },
    { index },
    (narrow) => {
      const hits = madeAnswer(
        madeHits(index, () => 0.5),
        narrow,
        10,
      );
      return { value: hits.map(shown), hits };
    },
  );
const shown = (hit: EvidenceHit): string => `${hit.raw} ${hit.exposure}`;
const PUBLIC = ['public semantic', 'public locator'];

function ledgerThat(parts: Partial<Awaited<ReturnType<Ledger['open']>>>): Ledger {
  return {
    open: () =>
      Promise.resolve({ ceiling: () => 'text', charge: () => Promise.resolve('charged'), ...parts }),
  };
}

describe('release', () => {
  it('returns an answer only after it was charged', async () => {
    const order: string[] = [];
    const ledger = ledgerThat({
      charge: async (hits) => {
        order.push(`charge ${hits.length}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push('durable');
        return 'charged';
      },
    });
    await answer(ledger);
    order.push('returned');
    expect(order).toEqual(['charge 4', 'durable', 'returned']);
  });

  it.each<[string, Ledger]>([
    ['cannot be opened', { open: () => Promise.reject(new Error('ENOSPC')) }],
    [
      'throws when it is opened',
      {
        open: () => {
          throw new Error('EROFS');
        },
      },
    ],
    ['cannot be charged', ledgerThat({ charge: () => Promise.reject(new Error('EROFS')) })],
    [
      'throws when it is charged',
      ledgerThat({
        charge: () => {
          throw new Error('broken');
        },
      }),
    ],
    ['always says retry', ledgerThat({ charge: () => Promise.resolve('retry') })],
    [
      'decides by throwing',
      ledgerThat({
        ceiling: (hit) => {
          if (hit.raw === 'private') throw new Error('broken');
          return 'text';
        },
      }),
    ],
    ['gives something that is no account', { open: () => Promise.resolve(undefined as never) }],
  ])('leaves out what is private, and nothing else, when the ledger %s', async (_, ledger) => {
    expect(await answer(ledger)).toEqual(PUBLIC);
  });

  it('makes an answer again a bounded number of times', async () => {
    let charges = 0;
    await answer(
      ledgerThat({
        charge: () => {
          charges += 1;
          return Promise.resolve('retry');
        },
      }),
    );
    expect(charges).toBe(MOST_ATTEMPTS);
  });

  it('keeps to the narrower of two ceilings', async () => {
    expect(await answer(ledgerThat({ ceiling: () => 'semantic' }), () => 'locator')).toEqual([
      'private locator',
      'private locator',
      'public locator',
      'public locator',
    ]);
    expect(
      await answer(
        ledgerThat({ ceiling: ({ raw }) => (raw === 'private' ? 'withheld' : 'text') }),
        () => 'locator',
      ),
    ).toEqual(['public locator', 'public locator']);
  });

  it('passes on a fault of the answer itself, and charges nothing', async () => {
    let charges = 0;
    const ledger = ledgerThat({
      charge: () => {
        charges += 1;
        return Promise.resolve('charged');
      },
    });
    const fault = new RangeError('the question is no question');
    await expect(
      release({ caller: 'ann', ledger }, { index }, () => {
        throw fault;
      }),
    ).rejects.toBe(fault);
    expect(charges).toBe(0);
  });
});
