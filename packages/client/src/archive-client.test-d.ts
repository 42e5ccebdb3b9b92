import type * as contract from '@archive/contract';
import type { EvidenceHit, Search } from '@archive/contract';
import { expectTypeOf, it } from 'vitest';
import { type ArchiveClient, createArchiveClient } from './index.ts';

it('has a search that is the port of the contract', () => {
  expectTypeOf<ArchiveClient['search']>().toEqualTypeOf<Search>();
  expectTypeOf(createArchiveClient).returns.toEqualTypeOf<ArchiveClient>();
});

it('returns hits that cannot hold a private text', () => {
  type Hit = Awaited<ReturnType<ArchiveClient['search']>>['hits'][number];
  expectTypeOf<Hit>().toEqualTypeOf<EvidenceHit>();
  expectTypeOf<Extract<Hit, { raw: 'private'; text: string }>>().toBeNever();
});

it('cannot name what must not cross', () => {
  // @ts-expect-error no such name at the wire door
  expectTypeOf<contract.Fragment>().toBeAny();
  // @ts-expect-error no such name at the wire door
  expectTypeOf<contract.Entity>().toBeAny();
  // @ts-expect-error no such name at the wire door
  expectTypeOf<contract.ScoredHit>().toBeAny();
});
