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
import type {
  answerEventSchema,
  answerSchema,
  answerVerificationSchema,
  evidenceHitSchema,
  searchRequestSchema,
  verifyRequestSchema,
} from './index.ts';

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

  it('gives a place no key that could hold text, and one released as a place no gist', () => {
    type Place = wire.RelatedPlace;
    expectTypeOf<Place>().not.toHaveProperty('text');
    expectTypeOf<Place>().not.toHaveProperty('score');
    expectTypeOf<Extract<Place, { exposure: 'locator' }>>().not.toHaveProperty('gist');
    expectTypeOf<Extract<Place, { exposure: 'semantic' }>['gist']>().toEqualTypeOf<LintedGist>();
    expectTypeOf<Place['exposure']>().toEqualTypeOf<'semantic' | 'locator'>();
  });

  it('lets no sentence be without citations, and no citation be an index', () => {
    expectTypeOf<{ text: string }>().not.toExtend<wire.AnswerSentence>();
    expectTypeOf<{ text: string; citations: number[] }>().not.toExtend<wire.AnswerSentence>();
    expectTypeOf<wire.AnswerCitation>().toEqualTypeOf<{ fragmentId: string; url: string }>();
    expectTypeOf<wire.AnswerSource>().not.toHaveProperty('text');
  });

  it('has schemas that say what the types say', () => {
    expectTypeOf<z.output<typeof evidenceHitSchema>>().toEqualTypeOf<EvidenceHit>();
    expectTypeOf<z.output<typeof searchRequestSchema>>().toEqualTypeOf<wire.SearchRequest>();
    expectTypeOf<z.output<typeof answerSchema>>().toEqualTypeOf<wire.Answer>();
    expectTypeOf<z.output<typeof answerEventSchema>>().toEqualTypeOf<wire.AnswerEvent>();
    expectTypeOf<z.output<typeof verifyRequestSchema>>().toEqualTypeOf<wire.VerifyRequest>();
    expectTypeOf<z.output<typeof answerVerificationSchema>>().toEqualTypeOf<wire.AnswerVerification>();
  });
});
