/**
 * Indexes that break one promise of the port each, with the sentence that refuses them.
 */
import type { RetrievalEntry, RetrievalIndex } from '../index-port.ts';
import { buildIndex, buildPassage, buildWork } from './build.ts';
import { toyCodes } from './toy-codes.ts';

/** An index that must be refused, and how. */
export interface BrokenIndex {
  readonly name: string;
  /** Two dimensions wide unless that is what is broken. */
  readonly index: RetrievalIndex;
  readonly message: string;
}

/** One index for each promise of the port. The entry at fault is the second, entry 1. */
export function brokenIndexes(): BrokenIndex[] {
  const work = buildWork();
  const hidden = buildWork({ id: 'essay:b', disclosure: { raw: 'private', exposure: 'locator' } });
  const good: RetrievalEntry = { fragment: buildPassage(work, 'p1'), vector: [1, 0] };
  const second = buildPassage(work, 'p2');
  const coded = buildPassage(hidden, 'p2');
  const codes = toyCodes(2);
  const withEntry = (entry: RetrievalEntry, overrides: Partial<RetrievalIndex> = {}): RetrievalIndex =>
    buildIndex([work, hidden], [good, entry], overrides);
  const notFinite = 'entry 1 of the index has a vector that is not finite, or too large to measure';
  const illegal = 'entry 1 of the index has a disclosure that is not one of the table';
  return [
    {
      name: 'dimensions 0',
      index: withEntry(good, { dimensions: 0 }),
      message: 'dimensions is not a whole number from 1',
    },
    {
      name: 'an id twice',
      index: withEntry(good),
      message: 'entry 1 of the index repeats the id of an earlier one',
    },
    {
      name: 'a work that is not there',
      index: withEntry({ fragment: { ...second, entityId: 'essay:c' }, vector: [1, 0] }),
      message: 'entry 1 of the index names an entity that the index does not hold',
    },
    {
      name: 'raw that differs from that of the work',
      index: withEntry({
        fragment: { ...second, disclosure: { raw: 'private', exposure: 'locator' } },
        vector: [1, 0],
      }),
      message: 'entry 1 of the index disagrees with its entity about raw',
    },
    {
      name: 'private text exposed as text',
      index: withEntry({
        fragment: { ...coded, disclosure: { raw: 'private', exposure: 'text' } as never },
        vector: [1, 0],
      }),
      message: illegal,
    },
    {
      name: 'an exposure that is not known',
      index: withEntry({
        fragment: { ...second, disclosure: { raw: 'public', exposure: 'all' } as never },
        vector: [1, 0],
      }),
      message: illegal,
    },
    {
      name: 'a zero row',
      index: withEntry({ fragment: second, vector: [0, 0] }),
      message: 'entry 1 of the index has a vector that is zero',
    },
    {
      name: 'NaN in a row',
      index: withEntry({ fragment: second, vector: [Number.NaN, 1] }),
      message: notFinite,
    },
    {
      name: 'an infinity in a row',
      index: withEntry({ fragment: second, vector: [Number.POSITIVE_INFINITY, 1] }),
      message: notFinite,
    },
    {
      name: 'a row too large to measure',
      index: withEntry({ fragment: second, vector: [1e200, 1] }),
      message: notFinite,
    },
    {
      name: 'a float32 row that overflowed',
      index: withEntry({ fragment: second, vector: Float32Array.of(1e39, 1) }),
      message: notFinite,
    },
    {
      name: 'a row of another length',
      index: withEntry({ fragment: second, vector: [1, 0, 0] }),
      message: 'entry 1 of the index has 3 dimensions where the index has 2',
    },
    {
      name: 'no row at all',
      index: withEntry({ fragment: second }),
      message: 'entry 1 of the index has neither a vector nor bits',
    },
    {
      name: 'two kinds of row',
      index: withEntry({ fragment: coded, vector: [1, 0], bits: Uint8Array.of(1) }, { codes }),
      message: 'entry 1 of the index has both a vector and bits',
    },
    {
      name: 'bits without codes',
      index: withEntry({ fragment: coded, bits: Uint8Array.of(1) }),
      message: 'entry 1 of the index has bits, but the index states no codes',
    },
    {
      name: 'bits of another length',
      index: withEntry({ fragment: coded, bits: Uint8Array.of(1, 1) }, { codes }),
      message: 'entry 1 of the index has 2 bytes where codes of 2 bits have 1',
    },
    {
      name: 'codes of no bits',
      index: withEntry({ fragment: coded, bits: Uint8Array.of(1) }, { codes: { ...codes, bits: 0 } }),
      message: 'codes.bits is not a whole number from 1',
    },
    {
      name: 'a line that is not finite',
      index: withEntry(
        { fragment: coded, bits: Uint8Array.of(1) },
        { codes: { ...codes, line: { a: Number.NaN, c: 0 } } },
      ),
      message: 'codes.line is not finite',
    },
    {
      name: 'queries coded to another length',
      index: withEntry(
        { fragment: coded, bits: Uint8Array.of(1) },
        { codes: { ...codes, encodeQuery: () => Float64Array.of(1) } },
      ),
      message: 'codes.encodeQuery yields 1 numbers for 2 bits',
    },
    {
      name: 'queries coded to NaN',
      index: withEntry(
        { fragment: coded, bits: Uint8Array.of(1) },
        { codes: { ...codes, encodeQuery: () => Float64Array.of(Number.NaN, 1) } },
      ),
      message: 'codes.encodeQuery yields a number that is not finite',
    },
  ];
}
