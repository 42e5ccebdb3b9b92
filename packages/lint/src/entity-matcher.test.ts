import { describe, expect, it } from 'vitest';
import type { FragmentInput } from '@archive/contract/private';
import { createEntityMatcher } from './entity-matcher.ts';
import { entityLintText } from './entity-lint-text.ts';
import { LintPolicyError } from './lint-policy-error.ts';
import { privateWork } from './work.fixture.ts';

const words = (from: number, to: number) => ({ unit: 'words', from, to });

function withKeys(parts: Record<string, string>): {
  entity: ReturnType<typeof privateWork>['entity'];
  fragments: FragmentInput[];
} {
  const { entity, fragments } = privateWork(Object.values(parts));
  const keys = Object.keys(parts);
  return {
    entity,
    fragments: fragments.map((fragment, at) => ({ ...fragment, id: `${entity.id}#${keys[at]}` })),
  };
}

describe('entityLintText', () => {
  it('joins fragments with a blank line in the code-unit order of their ids (decisions 2.6)', () => {
    const { fragments } = withKeys({ p9: 'nine', p10: 'ten', P1: 'capital', é: 'accent' });
    expect(entityLintText(fragments)).toBe('capital\n\nten\n\nnine\n\naccent');
    expect(entityLintText([...fragments].reverse())).toBe('capital\n\nten\n\nnine\n\naccent');
  });
});

describe('the matcher of a work', () => {
  it('sees a run across the seam of neighbours in source order (decisions 2.6)', () => {
    const { entity, fragments } = withKeys({
      p9: 'she put out the',
      p10: 'last of the lights',
      p11: 'and slept',
    });
    expect(createEntityMatcher(entity, fragments).firstRun('put out the last of')).toEqual(words(1, 5));
  });

  it('sees a run across the seam that only id order has (decisions 2.6)', () => {
    const { entity, fragments } = withKeys({
      p9: 'she put out the',
      p10: 'last of the lights',
      p11: 'and slept',
    });
    // Id order: p10, p11, p9.
    expect(createEntityMatcher(entity, fragments).firstRun('and slept she put out')).toEqual(words(1, 5));
    expect(createEntityMatcher(entity, fragments).firstRun('the lights and slept she put')).toEqual(
      words(1, 5),
    );
  });

  it('sees a run over fragments shorter than the window', () => {
    const { entity, fragments } = withKeys({ p2: 'put', p3: 'out', p10: 'the', p11: 'last', p12: 'lamp' });
    expect(createEntityMatcher(entity, fragments).firstRun('put out the last lamp')).toEqual(words(1, 5));
    // Id order: p10, p11, p12, p2, p3.
    expect(createEntityMatcher(entity, fragments).firstRun('the last lamp put out')).toEqual(words(1, 5));
  });

  it('does not make a run of fragments that touch in neither order', () => {
    const { entity, fragments } = withKeys({
      p1: 'she put out',
      p2: 'every lamp in the house',
      p3: 'and slept',
    });
    expect(createEntityMatcher(entity, fragments).firstRun('she put out and slept')).toBeUndefined();
  });

  it('joins a word hyphenated over the edge of two pages', () => {
    const { entity, fragments } = withKeys({ p1: 'He counted eleven lan-\n', p2: '  terns before the tide' });
    expect(createEntityMatcher(entity, fragments).firstRun('counted eleven lanterns before the')).toEqual(
      words(1, 5),
    );
  });

  it('joins it between long pages too, without making words of what is cut off', () => {
    const before = `${'ash '.repeat(2000)}nine lan-`;
    const after = `terns for ${'bay '.repeat(2000)}`;
    const { entity, fragments } = withKeys({ p1: before, p2: after });
    const matcher = createEntityMatcher(entity, fragments);
    expect(matcher.firstRun('ash nine lanterns for bay')).toEqual(words(1, 5));
    // What 4,000 characters on either side of the edge begin and end with.
    expect(matcher.firstRun(before.slice(-4000).slice(0, 20))).toBeUndefined();
    expect(before.slice(-4000).slice(0, 20)).toBe('sh ash ash ash ash a');
    expect(matcher.firstRun(after.slice(0, 4000).slice(-18))).toBeUndefined();
    expect(after.slice(0, 4000).slice(-18)).toBe('bay bay bay bay ba');
  });

  it('carries the window and terms of the policy', () => {
    const { entity, fragments } = privateWork(['one two three four five six'], {
      policy: { lint: { ngramWords: 4, ngramChars: 20, terms: ['three'] } },
    });
    const matcher = createEntityMatcher(entity, fragments);
    expect(matcher.window).toEqual({ words: 4, chars: 20, terms: ['three'] });
    expect(matcher.entityId).toBe('book:lanterns');
    expect(matcher.firstRun('one two three four')).toBeUndefined();
    expect(matcher.firstRun('one two three four five')).toEqual(words(1, 5));
  });

  it('refuses a policy out of range', () => {
    const { entity, fragments } = privateWork(['text'], { policy: { lint: { ngramWords: 1000 } } });
    expect(() => createEntityMatcher(entity, fragments)).toThrow(LintPolicyError);
  });

  it('takes the text of an empty work', () => {
    const { entity } = privateWork();
    expect(createEntityMatcher(entity, []).firstRun('one two three four five')).toBeUndefined();
  });
});

describe('the own-heading exemption (decisions 2.5)', () => {
  const title = 'The Winter of Eleven Lanterns';
  const body = 'Nobody in the harbour asked about it.';
  const run = 'Winter: the winter of eleven lanterns';

  it.each([
    ['the title exactly', `${title}\n\n${body}`],
    ['the title with CRLF line ends', `${title}\r\n\r\n${body}`],
    ['the title with CR line ends', `${title}\r\r${body}`],
    ['the title in other case and punctuation', `THE WINTER OF ‘ELEVEN LANTERNS’.\n\n${body}`],
    ['the title after blank lines', `\n\n${title}\n \n${body}`],
    ['the title and nothing else', title],
  ])('leaves out %s', (_, text) => {
    const { entity, fragments } = privateWork([text], { title });
    expect(createEntityMatcher(entity, fragments).firstRun(run)).toBeUndefined();
  });

  it.each([
    ['says more than the title', `${title} Again\n\n${body}`],
    ['is not the first paragraph', `${body}\n\n${title}`],
    ['is not cut off by a blank line', `${title}\n${body}`],
  ])('does not leave out a paragraph that %s', (_, text) => {
    const { entity, fragments } = privateWork([text], { title });
    expect(createEntityMatcher(entity, fragments).firstRun(run)).toEqual(words(2, 6));
  });

  it('keeps the heading in when the title itself quotes the rest of the work', () => {
    const { entity, fragments } = privateWork(
      [`${title}\n\n${body}`, 'It was the winter of eleven lanterns.'],
      { title },
    );
    const first = privateWork([`${title}\n\n${body}`], { title }).fragments;
    expect(createEntityMatcher(entity, fragments).firstRun('the winter of eleven lanterns nobody')).toEqual(
      words(1, 5),
    );
    expect(createEntityMatcher(entity, fragments).firstRun('of eleven lanterns nobody in')).toEqual(
      words(1, 5),
    );
    expect(createEntityMatcher(entity, first).firstRun('of eleven lanterns nobody in')).toBeUndefined();
  });

  it.each([
    ['declared public', { policy: { publicTitle: true } }],
    ['that of a public work', { disclosure: { raw: 'public', exposure: 'semantic' } as const }],
  ])('leaves the heading out though the title occurs elsewhere, when it is %s', (_, changes) => {
    const { entity, fragments } = privateWork(
      [`${title}\n\n${body}`, 'It was the winter of eleven lanterns.'],
      { title, ...changes },
    );
    const matcher = createEntityMatcher(entity, fragments);
    expect(matcher.firstRun('of eleven lanterns nobody in')).toBeUndefined();
    expect(matcher.firstRun('the winter of eleven lanterns')).toEqual(words(1, 5));
  });

  it('still counts a text with its heading as one it was made from', () => {
    const text = `${title}\n\n${body}`;
    const { entity, fragments } = privateWork([text], { title });
    expect(createEntityMatcher(entity, fragments).isMadeFrom(text)).toBe(true);
  });
});
