import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInAnotherLanguage, languageOf } from './text-language.ts';

const ENGLISH = languageOf(
  'The keeper counted eleven lanterns before the tide turned, and he hid the twelfth one under a sail.',
);
const JAPANESE = languageOf('灯台守は夜明け前に十一個のランタンを数え、最後の一つを帆の下に隠した。');
const CHINESE = languageOf('守灯人在黎明之前数了十一盏灯，把第十二盏藏在帆下。');
const RUSSIAN = languageOf(
  'Смотритель сосчитал одиннадцать фонарей до прилива и спрятал двенадцатый под парусом.',
);

describe('isInAnotherLanguage', () => {
  it.each([
    ['Spanish', 'El guardián del faro esconde una lámpara mientras el pueblo espera al capitán.'],
    ['French', 'Le gardien du phare cache une lampe pendant que le village attend le capitaine.'],
    ['German', 'Der Wärter des Leuchtturms versteckt eine Lampe, während das Dorf auf den Kapitän wartet.'],
    ['Polish', 'Latarnik ukrywa lampę, podczas gdy wioska czeka na kapitana.'],
    ['Japanese', '灯台守がひとつの灯を隠す話。'],
    ['Russian', 'Смотритель маяка прячет одну лампу.'],
    ['Hebrew', 'שומר המגדלור מסתיר מנורה אחת.'],
  ])('sees a %s description of an English text', (_, gist) => {
    expect(isInAnotherLanguage(gist, ENGLISH)).toBe(true);
  });

  it.each([
    ['plain', 'A lighthouse keeper conceals one lamp while the village waits.'],
    ['short', 'Two friends argue about a boat.'],
    ['with foreign names', 'An essay on Götterdämmerung, and on what Wagner took from the Nibelungenlied.'],
    ['technical', 'Proposes an adaptive method for fixed-point quantization of neural networks.'],
    ['without letters', '1914–1918'],
  ])('does not see one in an English description that is %s', (_, gist) => {
    expect(isInAnotherLanguage(gist, ENGLISH)).toBe(false);
  });

  it('tells Chinese from Japanese by its kana, and neither from a name', () => {
    expect(isInAnotherLanguage('守灯人把一盏灯藏在帆下的故事', JAPANESE)).toBe(true);
    expect(isInAnotherLanguage('灯台守がひとつの灯を隠す話。', CHINESE)).toBe(true);
    expect(isInAnotherLanguage('灯台守がひとつの灯を隠す話。', JAPANESE)).toBe(false);
    expect(isInAnotherLanguage('守灯人把一盏灯藏在帆下的故事', CHINESE)).toBe(false);
    expect(isInAnotherLanguage('灯台港の夜', JAPANESE)).toBe(false);
  });

  it('tells languages of one script other than Latin apart', () => {
    expect(isInAnotherLanguage('Смотритель маяка прячет одну лампу от жителей.', RUSSIAN)).toBe(false);
    expect(
      isInAnotherLanguage('Доглядач маяка ховає одну лампу від мешканців, і ніхто не знає чому.', RUSSIAN),
    ).toBe(true);
    expect(isInAnotherLanguage('A lighthouse keeper hides a lamp.', RUSSIAN)).toBe(true);
  });

  it('says nothing when the source has no letters', () => {
    expect(isInAnotherLanguage('A lighthouse keeper hides a lamp.', languageOf('1914'))).toBe(false);
  });
});

// Real translations of one text; the folder stands beside a working checkout and not in every one.
const CLAUSES = resolve(import.meta.dirname, '../../../../shared/data/A_udhr/clauses.jsonl');

describe.runIf(existsSync(CLAUSES))('over the clauses of a declaration in five languages', () => {
  it('sees at least 98 in 100 translations and flags at most 2 in 100 clauses of the same language', () => {
    const clauses = readFileSync(CLAUSES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { lang: string; text: string });
    const languages = [...new Set(clauses.map(({ lang }) => lang))];
    let translated = 0;
    let seen = 0;
    let own = 0;
    let flagged = 0;
    for (const lang of languages) {
      const source = languageOf(
        clauses
          .filter((clause) => clause.lang === lang)
          .map(({ text }) => text)
          .join('\n'),
      );
      for (const clause of clauses) {
        const differs = isInAnotherLanguage(clause.text, source);
        if (clause.lang === lang) {
          own++;
          if (differs) flagged++;
        } else {
          translated++;
          if (differs) seen++;
        }
      }
    }
    expect({ languages: languages.length, own, translated }).toEqual({
      languages: 5,
      own: 294,
      translated: 1176,
    });
    expect(seen / translated).toBeGreaterThan(0.98);
    expect(flagged / own).toBeLessThan(0.02);
  });
});
