import { describe, expect, it } from 'vitest';
import { checkTerms } from './check-terms.ts';
import { createChecker } from './refusal.ts';
import { buildSample, sampleEntity, samplePage, words } from './testing/sample-index.ts';

/** Words of text for which 100 terms of one word are just allowed: a fiftieth of the work. */
const ENOUGH = 5000;

describe('checkTerms', () => {
  it('allows terms by the words of all fragments of their work, and of no other (decisions 2.7)', () => {
    const terms = words('name', 100).split(' ');
    const work = (id: string, parts: number[], policy = {}) => ({
      entity: sampleEntity(id, policy),
      fragments: parts.map((count, at) => samplePage(id, at + 1, words(id.slice(5), count))),
    });
    const check = (parts: number[]) => {
      const { entities, entries } = buildSample([
        work('book:terms', parts, { title: words('name', 100), policy: { lint: { terms } } }),
        work('book:other', [ENOUGH]),
      ]);
      checkTerms(
        createChecker('private index'),
        entities,
        entries.map(({ fragment }) => fragment),
      );
    };
    expect(() => check([ENOUGH - 5, 5])).not.toThrow();
    expect(() => check([ENOUGH - 5, 4])).toThrow('entities[1].policy.lint.terms is not a term');
  });
});
