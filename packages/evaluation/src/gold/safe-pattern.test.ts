import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternError, safePattern } from './safe-pattern.ts';

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', 'é', '東', '\\p{Lu}');
const pattern: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
      .map(([a, many]) => `(${a})${many}`),
  ),
})).node;

describe('safePattern', () => {
  it('finds what the engine of the platform finds', () => {
    const text = fc.array(fc.constantFrom('a', 'B', 'c', ' ', 'É', '東', '\n'), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, characters) => {
        const written = characters.join('');
        expect(safePattern(source).test(written)).toBe(new RegExp(source, 'iu').test(written));
      }),
      { numRuns: 400 },
    );
  });

  it('knows escapes, classes with a bracket, named groups and ranges', () => {
    expect(safePattern('(?<year>\\d{4})-\\d\\d').test('on 1998-03')).toBe(true);
    expect(safePattern('[\\]x]+y').test(']xy')).toBe(true);
    expect(safePattern('\\u{6771}\\x41').test('東a')).toBe(true);
    expect(safePattern('https?://').test('see http:/x')).toBe(false);
  });

  it('answers at once where backtracking would take years', () => {
    const started = performance.now();
    expect(safePattern('^(a+)+$').test(`${'a'.repeat(5_000)}!`)).toBe(false);
    expect(safePattern('(x+x+)+y').test('x'.repeat(5_000))).toBe(false);
    expect(safePattern('(?:(?:(?:){2000}){2000}){2000}x').test('x')).toBe(true);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('refuses what it cannot search for, by kind and without quoting it', () => {
    const refusal = (source: string): string => {
      try {
        safePattern(source);
        return 'taken';
      } catch (error) {
        expect(error).toBeInstanceOf(PatternError);
        return (error as Error).message;
      }
    };
    expect(
      [
        '(',
        '(?=a)',
        '(?<!a)',
        '(a)\\1',
        '(?<n>a)\\k<n>',
        '(a{1000}){1000}',
        'a'.repeat(501),
        '((){1000000000})',
        'a{0,2001}',
      ].map(refusal),
    ).toEqual([
      'is no regular expression',
      'looks around itself, which is not searched for here',
      'looks around itself, which is not searched for here',
      'refers back to a group, which is not searched for here',
      'refers back to a group, which is not searched for here',
      'repeats too much to be searched for',
      'is longer than 500 characters',
      'repeats more than 2000 times',
      'repeats more than 2000 times',
    ]);
  });
});
