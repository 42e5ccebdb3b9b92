import type { FragmentFace } from '@archive/contract';
import { assertType, describe, expectTypeOf, it } from 'vitest';
import { release } from './release.ts';
import type { ReleaseContext } from './release-context.ts';
import { searchArchive } from './search-archive.ts';
import { readFragment, readFragments, readWork } from './served-works.ts';

describe('every function that returns a hit or a face', () => {
  it('takes a release context, with no overload without it (decisions 1.6f)', () => {
    expectTypeOf(searchArchive).parameter(2).toEqualTypeOf<ReleaseContext>();
    expectTypeOf(readFragment).parameter(2).toEqualTypeOf<ReleaseContext>();
    expectTypeOf(readFragments).parameter(2).toEqualTypeOf<ReleaseContext>();
    expectTypeOf(readWork).parameter(2).toEqualTypeOf<ReleaseContext>();
    expectTypeOf(release).parameter(0).toEqualTypeOf<ReleaseContext>();
    // @ts-expect-error the context is missing
    assertType<unknown>(readFragment({} as never, 'id'));
    // @ts-expect-error the context is missing
    assertType<unknown>(readWork({} as never, 'id'));
    // @ts-expect-error the context is missing
    assertType<unknown>(searchArchive({ q: 'a' }, {} as never));
  });

  it('returns faces and hits, never a fragment', () => {
    expectTypeOf(readFragment).returns.resolves.toEqualTypeOf<FragmentFace | undefined>();
  });
});
