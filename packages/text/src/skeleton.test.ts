import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awkwardText } from './awkward-text.fixture.ts';
import { composeText, foldCase } from './normalize-text.ts';
import { prototypeOf } from './prototype-of.ts';
import { foldSkeleton, skeletonFold } from './skeleton.ts';

const CONFUSABLES = new URL(
  '../../../../shared/data/G_unicode_confusables/confusables.json',
  import.meta.url,
);

describe('foldSkeleton and skeletonFold', () => {
  it.each([
    ['Cyrillic а, е and о', 'private', 'privаtе'],
    ['fullwidth letters', 'private', 'ｐｒｉｖａｔｅ'],
    ['mathematical letters', 'private', '𝓹𝓻𝓲𝓿𝓪𝓽𝓮'],
    ['l, I, 1 and |', 'illicit', 'lI1|c1t'],
    ['o and 0', 'foolproof', 'f00lpro0f'],
    ['rn for m', 'modern morning', 'rnodem moming'],
    ['an accent on every letter', 'private', 'p\u0323r\u0301i\u0308v\u0323a\u0301t\u0308e\u0323'],
    ['accents left out', 'l’été était très chaud', 'l’ete etait tres chaud'],
    ['Arabic vowels and stretching left out', 'مُحَمَّدٌ', 'مـحـمـد'],
    ['Hebrew points left out', 'בְּרֵאשִׁית', 'בראשית'],
    ['a letter with a hook', 'bed', 'ɓed'],
    ['invisible characters', 'private', 'p\u00adr\u200bi\u2060v\ufe0fa\u3164t\u034fe'],
    ['a Thai mark on every letter', 'keeper', 'kัeัeัpัeัrั'],
    ['a Devanagari vowel sign on every letter', 'keeper', 'kिeिeिpिeिrि'],
    ['a voicing mark on every letter', 'keeper', 'k\u3099e\u309ae\u3099p\u3099e\u3099r\u3099'],
    ['foreign marks upon accents', 'keeper', 'ké\u0e31\u0323e\u3099per'],
    ['small capitals', 'keeper of a black quilt', 'ᴋᴇᴇᴘᴇʀ ᴏꜰ ᴀ ʙʟᴀᴄᴋ ꞯᴜɪʟᴛ'],
    ['small capitals of the rest', 'the damn jug', 'ᴛʜᴇ ᴅᴀᴍɴ ᴊᴜɢ'],
    ['barred letters', 'brothel kept quiet', 'ƀɍøŧħɇł ꝁɇᵽŧ ɋʉɨɇŧ'],
    ['barred letters of the rest', 'ads', 'ⱥđꞩ'],
    ['Greek letters', 'private keeper', 'ρrινατε κεερεr'],
    ['Greek letters of the rest', 'box now ut', 'βοχ ηοω μτ'],
    ['Cyrillic к, м, н and т', 'knmth', 'кпмтн'],
  ])('gives %s the same skeleton in both forms (decisions 2.1)', (_name, plain, disguised) => {
    expect([foldSkeleton(disguised), skeletonFold(disguised)]).toEqual([
      foldSkeleton(plain),
      skeletonFold(plain),
    ]);
  });

  it('meets a capital look-alike only when the skeleton comes first', () => {
    // A Greek capital eta, whose small letter looks like an n.
    expect(skeletonFold('Ηello')).toBe(skeletonFold('Hello'));
    expect(foldSkeleton('Ηello')).not.toBe(foldSkeleton('Hello'));
  });

  it.each([
    ['white on black squares', '🅿🆁🅸🆅🅰🆃🅴'],
    ['white on black circles', '🅟🅡🅘🅥🅐🅣🅔'],
    ['regional indicators', '🇵🇷🇮🇻🇦🇹🇪'],
    ['circled letters', 'ⓟⓡⓘⓥⓐⓣⓔ'],
    ['an estimate sign', 'privat℮'],
  ])('reads %s as letters', (_name, disguised) => {
    expect(skeletonFold(disguised)).toBe(skeletonFold('private'));
  });

  it.each([
    ['Thai tone marks', 'ขาว', 'ข้าว'],
    ['a Thai mark whose prototype is a Latin accent', 'ก', 'ก\u0e4d'],
    ['kana voicing marks', 'か', 'が'],
    ['Hindi vowel signs', 'कि', 'की'],
    ['letters of one script', 'private', 'pirate'],
  ])('keeps apart what %s keep apart', (_name, one, other) => {
    expect(foldSkeleton(one)).not.toBe(foldSkeleton(other));
    expect(skeletonFold(one)).not.toBe(skeletonFold(other));
  });

  it('pins both forms of a sentence', () => {
    expect(foldSkeleton('I’m in Room 10|B.')).toBe("l'rn ln roorn lolb.");
    expect(skeletonFold('I’m in Room 10|B.')).toBe("l'rn ln roorn lolb.");
  });

  it('maps single characters to what folding the whole string first would give', () => {
    fc.assert(
      fc.property(awkwardText(), (s) => {
        expect(foldSkeleton(s)).toBe(skeletonFold(foldCase(composeText(s))));
      }),
      { numRuns: 300 },
    );
  });

  it('gives capitals the skeleton of small letters in both forms', () => {
    const sentence = 'the quick brown fox jumps over a lazy dog, étranger ßåγя';
    expect(foldSkeleton(sentence.toUpperCase())).toBe(foldSkeleton(sentence));
    expect(skeletonFold('THE QUICK BROWN FOX JUMPS OVER MY LAZY DOG')).toBe(
      skeletonFold('the quick brown fox jumps over my lazy dog'),
    );
  });

  it('ignores NFC or NFD of the input', () => {
    fc.assert(
      fc.property(awkwardText(), (s) => {
        expect(foldSkeleton(s.normalize('NFD'))).toBe(foldSkeleton(s));
        expect(skeletonFold(s.normalize('NFD'))).toBe(skeletonFold(s));
      }),
      { numRuns: 200 },
    );
  });
});

describe('prototypeOf', () => {
  // The table of UTS 39 is real data outside this repository; without it the examples above still hold.
  it.runIf(existsSync(CONFUSABLES))('knows every character of UTS 39 that NFKC leaves as it is', () => {
    const table = JSON.parse(readFileSync(CONFUSABLES, 'utf8')) as Record<string, string>;
    const unknown = Object.entries(table).filter(
      ([char, prototype]) =>
        char.normalize('NFKC') === char && char !== prototype && prototypeOf(char) === char,
    );
    // Ö as an APL symbol: newer tables dropped the pair, and the accent is dropped here anyway.
    expect(unknown.map(([char]) => char)).toEqual(['Ö']);
  });
});
