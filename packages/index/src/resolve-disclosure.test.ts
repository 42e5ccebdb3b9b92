import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPOSURES } from '@archive/contract';
import type { FragmentInput, SemanticProjection } from '@archive/contract/private';
import { MisauthoredError } from './misauthored-error.ts';
import { EXPOSURE_RANK, resolveDisclosure } from './resolve-disclosure.ts';
import { sampleEntity, samplePage, sampleProjection } from './testing/sample-index.ts';

const text = 'one two three four five six';
const servable = sampleProjection(text, 'A count.');
const withProjection = (projection: SemanticProjection | undefined): FragmentInput =>
  samplePage('book:a', 1, text, projection === undefined ? {} : { projection });

describe('resolveDisclosure', () => {
  const privateWork = sampleEntity('book:a', { disclosure: { raw: 'private', exposure: 'locator' } });
  const publicWork = sampleEntity('book:a');

  it('takes the default of the work when the fragment asks for nothing', () => {
    expect(resolveDisclosure(privateWork, withProjection(undefined))).toEqual({
      raw: 'private',
      exposure: 'locator',
    });
    expect(resolveDisclosure(publicWork, withProjection(undefined))).toEqual({
      raw: 'public',
      exposure: 'text',
    });
  });

  it('lets a fragment ask for more than the default of its work (S§3)', () => {
    const input = { ...withProjection(servable), exposure: 'semantic' as const };
    expect(resolveDisclosure(privateWork, input)).toEqual({ raw: 'private', exposure: 'semantic' });
  });

  it.each([
    ['absent', undefined],
    ['vetoed', { ...servable, vetoed: true }],
    ['stale', { ...servable, stale: true }],
    ['failed', { ...servable, lint: 'failed', draft: 'x', gist: undefined } as unknown as SemanticProjection],
  ])('turns semantic into locator when the gist is %s, public works included', (_, projection) => {
    const input = { ...withProjection(projection), exposure: 'semantic' as const };
    expect(resolveDisclosure(privateWork, input)).toEqual({ raw: 'private', exposure: 'locator' });
    expect(resolveDisclosure(publicWork, input)).toEqual({ raw: 'public', exposure: 'locator' });
  });

  it('turns semantic into locator when the work requires a review and there is none', () => {
    const work = { ...privateWork, policy: { requireReview: true } };
    const input = { ...withProjection(servable), exposure: 'semantic' as const };
    expect(resolveDisclosure(work, input)).toEqual({ raw: 'private', exposure: 'locator' });
    const reviewed = { ...input, projection: { ...servable, review: 'reviewed' as const } };
    expect(resolveDisclosure(work, reviewed)).toEqual({ raw: 'private', exposure: 'semantic' });
  });

  it('refuses private text to be shown as text, naming the path and nothing of the fragment', () => {
    const ask = () =>
      resolveDisclosure(
        privateWork,
        { ...withProjection(undefined), exposure: 'text' },
        { path: 'notes/a.md' },
      );
    expect(ask).toThrow(MisauthoredError);
    expect(ask).toThrow('notes/a.md: exposure asks for the text of a private work');
  });

  it('never widens, and never changes none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXPOSURES),
        fc.option(fc.constantFrom(...EXPOSURES), { nil: undefined }),
        fc.boolean(),
        fc.boolean(),
        (byDefault, requested, hasGist, isPublic) => {
          const work = isPublic
            ? sampleEntity('book:a', { disclosure: { raw: 'public', exposure: byDefault } })
            : sampleEntity('book:a', {
                disclosure: { raw: 'private', exposure: byDefault === 'text' ? 'none' : byDefault },
              });
          const asked = requested ?? work.disclosure.exposure;
          fc.pre(isPublic || asked !== 'text');
          const input = {
            ...withProjection(hasGist ? servable : undefined),
            ...(requested && { exposure: requested }),
          };
          const { raw, exposure } = resolveDisclosure(work, input);
          expect(raw).toBe(work.disclosure.raw);
          expect(EXPOSURE_RANK[exposure]).toBeLessThanOrEqual(EXPOSURE_RANK[asked]);
          if (asked === 'none') expect(exposure).toBe('none');
        },
      ),
      { numRuns: 200 },
    );
  });
});
