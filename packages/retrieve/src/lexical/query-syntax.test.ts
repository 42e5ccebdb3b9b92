import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { readQuerySyntax } from './query-syntax.ts';

describe('readQuerySyntax', () => {
  it('takes phrases and beginnings of words out of a question', () => {
    expect(readQuerySyntax('the "old lighthouse" near Harb* and “two  words”')).toEqual({
      phrases: ['old lighthouse', 'two  words'],
      beginnings: ['harb'],
      plain: 'the old lighthouse near Harb and two words',
      rest: 'the near Harb and',
    });
    expect(readQuerySyntax("l'eau* ＊ ｓｔｏ＊").beginnings).toEqual(['eau', 'sto']);
  });

  it('knows the quotation marks of many countries, in pairs', () => {
    const query =
      '„alte Küste“ „stare miasto” «vieux port» »zwei Worte« ”två ord” 「東京の夜」『銀河』 ＂全角＂ 東京"夜景"の ‹un mot› ›ein Wort‹ ״המגדלור הישן״ 《红楼梦》 〝二重〟';
    const found = query.split(/ (?=[„«»”「＂東‹›״《〝])/u).flatMap((part) => readQuerySyntax(part).phrases);
    expect(found).toEqual([
      'alte Küste',
      'stare miasto',
      'vieux port',
      'zwei Worte',
      'två ord',
      '東京の夜',
      '銀河',
      '全角',
      '夜景',
      'un mot',
      'ein Wort',
      'המגדלור הישן',
      '红楼梦',
      '二重',
    ]);
  });

  it('leaves a question without demands exactly as it is', () => {
    const queries = [
      ['  5" nails ', 'a * b', 'what?', '"" *', '"…"', 'a*', 'f**', 'x*y', '*', '"', '“”', '東京*'],
      ['5" nails and 6" screws', 'a 12" single', 'צה"ל and מנכ"ל', 'צה״ל ומנכ״ל', '"open', 'closed"', '”'],
      ['(?:a+)+$', '[^"]{1,'],
    ].flat();
    for (const query of queries)
      expect(readQuerySyntax(query)).toEqual({ phrases: [], beginnings: [], plain: query, rest: query });
  });

  it('reads the first four phrases and beginnings that differ, and the rest as words', () => {
    const { phrases, plain } = readQuerySyntax('"a b" "A  b" "c" "d" "e" "f"');
    expect([phrases, plain]).toEqual([['a b', 'c', 'd', 'e'], 'a b A b c d e f']);
    expect(readQuerySyntax('aa* bb* aa* cc* dd* ee*')).toEqual({
      phrases: [],
      beginnings: ['aa', 'bb', 'cc', 'dd'],
      plain: 'aa bb aa cc dd ee*',
      rest: 'aa bb aa cc dd ee*',
    });
    expect(readQuerySyntax('"harb* light" sea').beginnings).toEqual([]);
  });

  it('is quick on quotation marks and stars without end', () => {
    const began = performance.now();
    const endless = ['"', 'a*', 'ab*', '「', '“„', '“"«„「»', '"a', 'a"', '"a" ', '«»', '""*', '*', '"\\'];
    for (const query of [...endless.map((piece) => piece.repeat(20_000)), `"${'a'.repeat(100_000)}`])
      readQuerySyntax(query);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('editDistance', () => {
  const between = (a: string, b: string, most = 9): number => editDistance([...a], [...b], most);

  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    expect(between('boat', 'boat')).toBe(0);
    expect(between('boat', 'boats')).toBe(1);
    expect(between('boat', 'bat')).toBe(1);
    expect(between('boat', 'boot')).toBe(1);
    expect(between('boat', 'baot')).toBe(1);
    expect(between('kitten', 'sitting')).toBe(3);
    expect(between('', 'abc')).toBe(3);
  });

  it('stops at the limit, and not before a swap could still save it', () => {
    expect(between('kitten', 'sitting', 2)).toBe(3);
    expect(between('abcdefgh', 'zzzzzzzz', 2)).toBe(3);
    expect(between('ab', 'ba', 1)).toBe(1);
    expect(between('xxab', 'xxba', 1)).toBe(1);
  });
});
