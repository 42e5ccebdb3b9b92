/**
 * The indexes of this package fit the port that `@archive/retrieve` states for itself.
 *
 * The port is written out here, because this package may not import its consumer; a test of both compares the two.
 */
import { expectTypeOf, it } from 'vitest';
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import type { buildRetrievalIndex } from './build-retrieval-index.ts';
import type { readServedIndex } from './read-served-index.ts';
import type {
  ServedEntity,
  ServedEntry,
  ServedFragment,
  ServedIndex,
  ServedIndexData,
} from './served-index.ts';

interface RetrievalEntry {
  readonly fragment: Fragment;
  readonly vector?: ArrayLike<number>;
  readonly bits?: Uint8Array;
  readonly embeds?: Embeds;
}
interface RetrievalCodes {
  readonly bits: number;
  encodeQuery(vector: ArrayLike<number>): Float64Array;
  readonly line: { readonly a: number; readonly c: number };
}
interface RetrievalEntryList extends Iterable<RetrievalEntry> {
  readonly length: number;
  at(position: number): RetrievalEntry | undefined;
}
interface RetrievalGroups {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}
interface RetrievalStrings {
  readonly length: number;
  at(position: number): string | undefined;
}
interface Columns {
  readonly exposure: Uint8Array;
  readonly raw: Uint8Array;
  readonly embeds: Uint8Array;
  readonly work: Uint32Array;
  readonly workIds: RetrievalStrings;
  readonly type: Uint16Array;
  readonly types: readonly string[];
  readonly dateStart: Float64Array;
  readonly dateEnd: Float64Array;
  readonly names: readonly string[];
  readonly creators: RetrievalGroups;
  readonly speakers: RetrievalGroups;
  readonly themes: readonly string[];
  readonly workThemes: RetrievalGroups;
  readonly rowThemes: RetrievalGroups;
  readonly rowHasThemes: Uint8Array;
  readonly idRank: Uint32Array;
  readonly twinGroup: Int32Array;
  readonly norms: Float64Array;
  readonly exactRow: Int32Array;
  vectorAt(position: number): ArrayLike<number> | undefined;
  bitsAt(position: number): Uint8Array | undefined;
}
interface Codes {
  readonly memory: { readonly buffer: ArrayBufferLike };
  readonly offset: number;
  readonly stride: number;
  readonly scale: Float32Array;
  readonly residual: Float32Array;
}
interface RetrievalIndex {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly entries: RetrievalEntryList;
  readonly dimensions: number;
  readonly codes?: RetrievalCodes;
  readonly floor?: number;
  readonly scoreCap?: number;
  readonly columns?: Columns;
  readonly byteCodes?: Codes;
}

it('an opened served index fits the port', () => {
  expectTypeOf<ServedIndex>().toExtend<RetrievalIndex>();
  expectTypeOf<typeof readServedIndex>().returns.resolves.toExtend<RetrievalIndex>();
});

it('a private or served index made ready fits the port', () => {
  expectTypeOf<typeof buildRetrievalIndex>().returns.toExtend<RetrievalIndex>();
});

it('no type of the served index has a field for what the strip removes', () => {
  expectTypeOf<ServedEntity>().not.toHaveProperty('policy');
  expectTypeOf<ServedFragment>().not.toHaveProperty('sourceReview');
  expectTypeOf<ServedEntry>().not.toHaveProperty('contentHash');
  expectTypeOf<NonNullable<ServedFragment['projection']>>().not.toHaveProperty('contentHash');
  expectTypeOf<keyof NonNullable<ServedFragment['projection']>>().toEqualTypeOf<
    'lint' | 'gist' | 'source' | 'review'
  >();
});

it('a gist of a file is no linted gist until a validator has given the brand', () => {
  expectTypeOf<string>().not.toExtend<NonNullable<ServedFragment['projection']>['gist']>();
  expectTypeOf<ServedIndexData['kind']>().toEqualTypeOf<'served'>();
});
