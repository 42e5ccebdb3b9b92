import type { Entity } from '@archive/contract/private';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntityMatcher } from './entity-matcher.ts';
import { assertQuotesNoOtherWork, createOtherWorksMatcher } from './other-works-matcher.ts';
import { PublicSafeLintError } from './public-safe-lint-error.ts';
import { privateWork } from './work.fixture.ts';

const own = privateWork(['The ferry crossed twice a day, and nobody counted who came back with it.'], {
  id: 'book:ferry',
  title: 'Ferry',
});
const other = privateWork();
const QUOTING = 'A log in which the keeper counted eleven lanterns by night.';

describe('createOtherWorksMatcher', () => {
  it('finds a run of another private work, by its position in the gist', () => {
    expect(createOtherWorksMatcher([own, other]).firstRun(QUOTING, own.entity.id)).toEqual({
      unit: 'words',
      from: 5,
      to: 9,
    });
  });

  it('leaves the own text of the work to the lint of the work', () => {
    expect(createOtherWorksMatcher([own, other]).firstRun(QUOTING, other.entity.id)).toBeUndefined();
  });

  it('compares with works of every exposure, none included', () => {
    const none = privateWork(undefined, { disclosure: { raw: 'private', exposure: 'none' } });
    expect(createOtherWorksMatcher([own, none]).firstRun(QUOTING, own.entity.id)?.from).toBe(5);
  });

  it('lets a run pass that stands in public text too', () => {
    const essay = privateWork(['Yesterday the keeper counted eleven lanterns, said the paper.'], {
      id: 'essay:paper',
      disclosure: { raw: 'public', exposure: 'text' },
    });
    expect(createOtherWorksMatcher([own, other, essay]).firstRun(QUOTING, own.entity.id)).toBeUndefined();
  });

  it('counts public text that is not shown as private, wherever the exposure is asked for', () => {
    const hidden = privateWork(['Yesterday the keeper counted eleven lanterns, said the paper.'], {
      id: 'essay:paper',
      disclosure: { raw: 'public', exposure: 'locator' },
    });
    expect(createOtherWorksMatcher([own, other, hidden]).firstRun(QUOTING, own.entity.id)?.from).toBe(5);
  });

  it('uses the window of the work that is quoted', () => {
    const gist = 'Here the keeper counted eleven birds.';
    const narrow = privateWork(undefined, { policy: { lint: { ngramWords: 4 } } });
    expect(createOtherWorksMatcher([own, other]).firstRun(gist, own.entity.id)).toBeUndefined();
    expect(createOtherWorksMatcher([own, narrow]).firstRun(gist, own.entity.id)).toEqual({
      unit: 'words',
      from: 2,
      to: 5,
    });
  });

  it('does not count the terms of the work that is described', () => {
    const matcher = createOtherWorksMatcher([own, other]);
    expect(matcher.firstRun(QUOTING, own.entity.id, ['eleven lanterns'])).toBeUndefined();
  });

  it('equals asking the matcher of each other work in turn', () => {
    const word = fc.constantFrom('ash', 'bay', 'cove', 'dune', 'elm');
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    const work = fc.array(text, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(work, { minLength: 1, maxLength: 4 }), text, (texts, gist) => {
        const works = texts.map((paragraphs, at) =>
          privateWork(paragraphs, { id: `book:w${at}`, policy: { lint: { ngramWords: 3 + (at % 3) } } }),
        );
        const runs = works
          .slice(1)
          .flatMap(({ entity, fragments }) => createEntityMatcher(entity, fragments).firstRun(gist) ?? []);
        const first = runs.sort((a, b) => a.from - b.from)[0];
        expect(createOtherWorksMatcher(works).firstRun(gist, 'book:w0')?.from).toBe(first?.from);
      }),
      { numRuns: 200 },
    );
  });
});

describe('assertQuotesNoOtherWork', () => {
  it('refuses with path and position, and without a word of either work', () => {
    const others = createOtherWorksMatcher([own, other]);
    const refuse = (): void =>
      assertQuotesNoOtherWork(QUOTING, { path: 'ferry.md', entity: own.entity as Entity, others });
    expect(refuse).toThrow(PublicSafeLintError);
    expect(refuse).toThrow('ferry.md: gist shares a run with another private work at words 5–9');
  });

  it('lets an own description pass', () => {
    const others = createOtherWorksMatcher([own, other]);
    expect(() =>
      assertQuotesNoOtherWork('A ferry and its passengers.', { path: 'f', entity: own.entity, others }),
    ).not.toThrow();
  });
});
