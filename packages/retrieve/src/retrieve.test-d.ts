import { describe, expectTypeOf, it } from 'vitest';
import type * as wire from '@archive/contract';
import type { Disclosure, EvidenceHit, FragmentFace, LocatorHit } from '@archive/contract';
import type { Entity, Fragment, ScoredHit } from '@archive/contract/private';
import type * as door from './index.ts';
import type {
  capExposure,
  project,
  releasable,
  search,
  searchWithCounts,
  toEntityFace,
  toFragmentFace,
} from './index.ts';
import type { retrieve } from './core.ts';

type Crossed = EvidenceHit | FragmentFace | ReturnType<typeof toEntityFace>;

describe('the crossing, as types', () => {
  it('ends in types of the wire door', () => {
    expectTypeOf<typeof project>().returns.toEqualTypeOf<EvidenceHit>();
    expectTypeOf<typeof search>().returns.toEqualTypeOf<EvidenceHit[]>();
    expectTypeOf<typeof searchWithCounts>().returns.toEqualTypeOf<wire.SearchOutcome>();
    expectTypeOf<typeof releasable>().returns.toEqualTypeOf<Iterable<EvidenceHit>>();
    expectTypeOf<typeof capExposure>().returns.toEqualTypeOf<EvidenceHit>();
    expectTypeOf<typeof toFragmentFace>().returns.toEqualTypeOf<FragmentFace>();
    expectTypeOf<typeof toEntityFace>().returns.toEqualTypeOf<wire.EntityFace>();
  });

  it('yields nothing that is a private type or can stand in for one', () => {
    expectTypeOf<Extract<Crossed, Fragment | Entity | ScoredHit>>().toEqualTypeOf<never>();
    expectTypeOf<EvidenceHit>().not.toExtend<ScoredHit>();
    expectTypeOf<ReturnType<typeof retrieve>[number]>().toEqualTypeOf<ScoredHit>();
    expectTypeOf<ScoredHit>().not.toExtend<EvidenceHit>();
  });

  it('takes a scored hit to project and none to narrow', () => {
    expectTypeOf<Parameters<typeof project>>().toEqualTypeOf<[hit: ScoredHit]>();
    expectTypeOf<Parameters<typeof capExposure>[0]>().toEqualTypeOf<EvidenceHit>();
    expectTypeOf<Parameters<typeof capExposure>[1]>().toEqualTypeOf<'text' | 'semantic' | 'locator'>();
  });

  it('cannot name the private types at the wire door', () => {
    // @ts-expect-error behind the private door
    type _Fragment = wire.Fragment;
    // @ts-expect-error behind the private door
    type _Entity = wire.Entity;
    // @ts-expect-error behind the private door
    type _ScoredHit = wire.ScoredHit;
  });

  it('cannot reach the ranking core through the served door', () => {
    // @ts-expect-error behind ./core
    type _Retrieve = typeof door.retrieve;
    // @ts-expect-error behind ./core
    type _Oracle = typeof door.oracleSearch;
  });

  it('gives a locator hit no field for words, and private text no cell', () => {
    expectTypeOf<LocatorHit>().not.toHaveProperty('text');
    expectTypeOf<LocatorHit>().not.toHaveProperty('gist');
    expectTypeOf<{ raw: 'private'; exposure: 'text' }>().not.toExtend<Disclosure>();
    expectTypeOf<{ raw: 'private'; exposure: 'locator' }>().toExtend<Disclosure>();
  });
});

describe('options', () => {
  it('take a ceiling of the four plain words, and any array of numbers for a vector', () => {
    type Plain = (hit: EvidenceHit) => 'text' | 'semantic' | 'locator' | 'withheld';
    expectTypeOf<Plain>().toExtend<door.Ceiling>();
    expectTypeOf<Float32Array>().toExtend<Parameters<typeof search>[0]>();
    expectTypeOf<readonly number[]>().toExtend<Parameters<typeof search>[0]>();
  });
});
