import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { decideFileDisclosure, type DisclosureContext } from './file-disclosure.ts';
import type { PolicyKeys } from './read-policy-keys.ts';

const now = new Date('2025-06-15T12:00:00Z');
const context = (over: Partial<DisclosureContext> = {}): DisclosureContext => ({
  kind: 'records',
  collection: {},
  now,
  timeZone: 'UTC',
  ...over,
});
const keys = (over: Partial<PolicyKeys> = {}): PolicyKeys => ({ narrowedBy: [], ...over });
const decide = (k: Partial<PolicyKeys>, c: Partial<DisclosureContext> = {}) =>
  decideFileDisclosure(keys(k), context(c)).disclosure;

describe('decideFileDisclosure (decisions 1.7)', () => {
  it('makes records public text and the other kinds private places by default', () => {
    expect(decide({})).toEqual({ raw: 'public', exposure: 'text' });
    expect(decide({}, { kind: 'notes' })).toEqual({ raw: 'private', exposure: 'locator' });
    expect(decide({}, { kind: 'book' })).toEqual({ raw: 'private', exposure: 'locator' });
    expect(decide({}, { kind: 'transcripts' })).toEqual({ raw: 'private', exposure: 'locator' });
  });

  it('lets defaults.raw close records and never open the private kinds', () => {
    expect(decide({}, { defaultRaw: 'private' })).toEqual({ raw: 'private', exposure: 'none' });
    expect(decide({}, { kind: 'notes', defaultRaw: 'public' })).toEqual({
      raw: 'private',
      exposure: 'locator',
    });
  });

  it('puts the collection before the defaults and the file before the collection', () => {
    const collection = { raw: 'private', exposure: 'semantic' } as const;
    expect(decide({}, { kind: 'book', collection })).toEqual({ raw: 'private', exposure: 'semantic' });
    expect(decide({ exposure: 'none' }, { kind: 'book', collection })).toEqual({
      raw: 'private',
      exposure: 'none',
    });
    expect(decide({ raw: 'public' }, { kind: 'book', collection })).toEqual({
      raw: 'public',
      exposure: 'text',
    });
    expect(decide({ raw: 'private' }, { collection: { raw: 'public', exposure: 'text' } })).toEqual({
      raw: 'private',
      exposure: 'none',
    });
  });

  it('closes a file by its path unless its own front matter speaks (decisions 1.7d)', () => {
    const path = { collection: { raw: 'public' }, privateSegment: 'private' } as const;
    expect(decideFileDisclosure(keys(), context(path))).toEqual({
      disclosure: { raw: 'private', exposure: 'none' },
      rules: ['kind-default', 'collection', 'path'],
    });
    expect(decide({ raw: 'public' }, path)).toEqual({ raw: 'public', exposure: 'text' });
    expect(decide({ exposure: 'locator' }, path)).toEqual({ raw: 'private', exposure: 'locator' });
    expect(() => decide({ exposure: 'text' }, path)).toThrow(FileRefusedError);
  });

  it('is closed by a foreign word whatever else the file says', () => {
    expect(decide({ raw: 'public', exposure: 'text', narrowedBy: ['private'] })).toEqual({
      raw: 'private',
      exposure: 'none',
    });
  });

  it('refuses private text', () => {
    expect(() => decide({ raw: 'private', exposure: 'text' })).toThrow(
      'exposure: it asks for the text of a private work',
    );
  });

  it('exposes nothing until an embargo ends, and takes no notice of one that ended', () => {
    expect(decideFileDisclosure(keys({ embargo: '2025-06-16' }), context())).toEqual({
      disclosure: { raw: 'public', exposure: 'none' },
      rules: ['kind-default', 'embargo'],
      embargoedUntil: Date.UTC(2025, 5, 16),
    });
    expect(decide({ embargo: '2025-06-15' })).toEqual({ raw: 'public', exposure: 'text' });
    expect(() => decide({ embargo: 'next spring' })).toThrow('embargo: it is no date');
  });

  it('never widens by a narrowing word, an embargo or a private path (property)', () => {
    const rank = { text: 3, semantic: 2, locator: 1, none: 0 };
    const raws = fc.option(fc.constantFrom('public' as const, 'private' as const), { nil: undefined });
    const exposures = fc.option(
      fc.constantFrom('text' as const, 'semantic' as const, 'locator' as const, 'none' as const),
      { nil: undefined },
    );
    const kinds = fc.constantFrom(
      'records' as const,
      'notes' as const,
      'book' as const,
      'transcripts' as const,
    );
    const outcome = (k: PolicyKeys, c: DisclosureContext): number => {
      try {
        const { raw, exposure } = decideFileDisclosure(k, c).disclosure;
        return rank[exposure] + (raw === 'public' ? 0.5 : 0);
      } catch {
        return -1;
      }
    };
    fc.assert(
      fc.property(
        raws,
        exposures,
        raws,
        exposures,
        raws,
        kinds,
        (raw, exposure, collectionRaw, collectionExposure, defaultRaw, kind) => {
          const k = keys({ ...(raw && { raw }), ...(exposure && { exposure }) });
          const c = context({
            kind,
            collection: {
              ...(collectionRaw && { raw: collectionRaw }),
              ...(collectionExposure && { exposure: collectionExposure }),
            },
            ...(defaultRaw && { defaultRaw }),
          });
          const open = outcome(k, c);
          expect(outcome({ ...k, narrowedBy: ['private'] }, c)).toBeLessThanOrEqual(Math.max(open, 0));
          expect(outcome({ ...k, embargo: '2030' }, c)).toBeLessThanOrEqual(Math.max(open, 0.5));
          expect(outcome(k, { ...c, privateSegment: 'diary' })).toBeLessThanOrEqual(Math.max(open, 0));
        },
      ),
      { numRuns: 300 },
    );
  });
});
