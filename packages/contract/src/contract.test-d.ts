import { describe, expectTypeOf, it } from 'vitest';
import type * as wire from './index.ts';
import type {
  Disclosure,
  EvidenceHit,
  FragmentFace,
  LintedGist,
  LocatorHit,
  SemanticHit,
  TextHit,
} from './index.ts';
import type * as z from 'zod';
import type { evidenceHitSchema, searchRequestSchema } from './index.ts';

describe('the crossing, as types', () => {
  it('gives a locator hit no key that could hold text or a gist', () => {
    expectTypeOf<LocatorHit>().not.toHaveProperty('text');
    expectTypeOf<LocatorHit>().not.toHaveProperty('gist');
    expectTypeOf<LocatorHit>().not.toHaveProperty('summary');
    expectTypeOf<LocatorHit>().not.toHaveProperty('breakdown');
  });

  it('gives a semantic hit a gist and no text', () => {
    expectTypeOf<SemanticHit>().toHaveProperty('gist');
    expectTypeOf<SemanticHit>().not.toHaveProperty('text');
    expectTypeOf<SemanticHit>().not.toHaveProperty('breakdown');
  });

  it('makes every text hit public', () => {
    expectTypeOf<TextHit['raw']>().toEqualTypeOf<'public'>();
  });

  it('has no none variant', () => {
    expectTypeOf<EvidenceHit['exposure']>().toEqualTypeOf<'text' | 'semantic' | 'locator'>();
  });

  it('has no cell for private text', () => {
    expectTypeOf<{
      raw: 'private';
      exposure: 'text';
    }>().not.toExtend<Disclosure>();
    expectTypeOf<{
      raw: 'private';
      exposure: 'semantic';
    }>().toExtend<Disclosure>();
  });

  it('does not take a plain string for a linted gist', () => {
    expectTypeOf<string>().not.toExtend<LintedGist>();
  });

  it('gives a face neither score nor breakdown', () => {
    expectTypeOf<FragmentFace>().not.toHaveProperty('score');
    expectTypeOf<FragmentFace>().not.toHaveProperty('breakdown');
  });

  it('names no private type at the wire door', () => {
    // @ts-expect-error Fragment is behind the private door
    type _Fragment = wire.Fragment;
    // @ts-expect-error Entity is behind the private door
    type _Entity = wire.Entity;
    // @ts-expect-error ScoredHit is behind the private door
    type _ScoredHit = wire.ScoredHit;
  });

  it('has schemas that say what the types say', () => {
    expectTypeOf<z.output<typeof evidenceHitSchema>>().toEqualTypeOf<EvidenceHit>();
    expectTypeOf<z.output<typeof searchRequestSchema>>().toEqualTypeOf<wire.SearchRequest>();
  });
});
