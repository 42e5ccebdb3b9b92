/**
 * Words that are numbers, in English, German, French and Spanish, with their values; months; numerals that are no digits.
 *
 * Without the words for one, which are articles and pronouns. Ordinals and fractions are words of their own: `third` is
 * held by itself or by its digits, not by `three`. Words of other languages are not known.
 */
import { normalizeWords } from '@archive/text';

/** Number words of one language that are common words of another. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['once', 'elf', 'cent', 'seize']);

const LISTS: readonly string[] = [
  'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000 million 1000000 billion 1000000000 dozen 12',
  'zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 dreizehn 13 vierzehn 14 fünfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreissig 30 vierzig 40 fünfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000 millionen 1000000 milliarden 1000000000 dutzend 12',
  'deux 2 trois 3 quatre 4 cinq 5 sept 7 huit 8 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 cent 100 mille 1000 millions 1000000 milliards 1000000000 douzaine 12',
  'dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 veinte 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 mil 1000 millones 1000000 docena 12',
];

const ORDINALS =
  'first 1 second 2 third 3 fourth 4 fifth 5 sixth 6 seventh 7 eighth 8 ninth 9 tenth 10 eleventh 11 twelfth 12 thirteenth 13 fourteenth 14 fifteenth 15 sixteenth 16 seventeenth 17 eighteenth 18 nineteenth 19 twentieth 20 thirtieth 30 hundredth 100 premier 1 première 1 deuxième 2 troisième 3 quatrième 4 cinquième 5 sixième 6 septième 7 huitième 8 neuvième 9 dixième 10 onzième 11 douzième 12 vingtième 20 tercer 3 tercero 3 tercera 3 quinto 5 quinta 5 sexto 6 sexta 6 séptimo 7 séptima 7 octavo 8 octava 8 noveno 9 novena 9 décimo 10 décima 10';
/** Parts and multiples, each held by itself alone. */
const PARTS =
  'half halves quarter quarters double triple twice thrice thirds fifths tenths halb halbe halben halber halbes hälfte viertel drittel doppelt demi demie moitié tiers mitad tercio doble';

/** The value of each word, normalised. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    ...[...LISTS, ORDINALS].flatMap((list) => {
      const parts = list.split(' ');
      return parts.flatMap((word, at): [string, string][] =>
        at % 2 === 0 ? [[word, parts[at + 1] ?? '']] : [],
      );
    }),
    ...PARTS.split(' ').map((word): [string, string] => [word, word]),
    ['minus', 'minus'] as const,
  ].filter(([word]) => !AMBIGUOUS.has(word)),
);

/** The value of a normalised word that is a number; digits where they are known, else the word. */
export function numberWordValue(word: string): string | undefined {
  return NUMBER_WORDS.get(word) ?? (COMPOUNDS.some((form) => form.test(word)) ? word : undefined);
}

/** The number words, months and other numerals of a text, each with its value. */
export function numberWordsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of normalizeWords(text)) {
    const value = numberWordValue(word);
    if (value !== undefined) found.set(word, value);
  }
  const plain = text.normalize('NFKC');
  for (const [name] of plain.matchAll(MONTH_NAMES)) {
    const key = `month:${MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1}`;
    found.set(key, key);
  }
  for (const [numeral] of plain.matchAll(ROMAN)) found.set(`roman:${numeral}`, String(romanValue(numeral)));
  for (const [run] of plain.matchAll(OTHER_NUMERALS)) if (run !== '一') found.set(run, run);
  return found;
}

function romanValue(numeral: string): number {
  const values = Array.from(numeral, (letter) => ROMAN_DIGITS[letter] ?? 0);
  return values.reduce((sum, value, at) => (value < (values[at + 1] ?? 0) ? sum - value : sum + value), 0);
}

const DE_PART =
  '(?:ein|eine|eins|zwei|drei|vier|fünf|sechs|sech|sieben|sieb|acht|neun|zehn|elf|zwölf|zwanzig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend)';
const COMPOUNDS: readonly RegExp[] = [
  new RegExp(`^${DE_PART}(?:(?:und)?${DE_PART})+(?:s?te[nrsm]?)?$`, 'u'),
  /^(?:erst|zweit|dritt|viert|fünft|sechst|siebt|siebent|acht|neunt|zehnt|elft|zwölft)e[nrsm]?$/u,
  /^(?:zwanzig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend)ste[nrsm]?$/u,
  /^(?:veinti\p{L}{3,}|dieci(?:séis|siete|ocho|nueve)|(?:dos|tres|cuatro|seis|sete|ocho|nove)cient[oa]s|quinient[oa]s)$/u,
];
const MONTHS: readonly string[][] = [
  'january januar janvier enero jan',
  'february februar février febrero feb',
  'march märz mars marzo mar mär',
  'april avril abril apr',
  'may mai mayo',
  'june juni juin junio jun',
  'july juli juillet julio jul',
  'august août agosto aug',
  'september septembre septiembre sept sep',
  'october oktober octobre octubre oct okt',
  'november novembre noviembre nov',
  'december dezember décembre diciembre dec dez',
].map((names) => names.split(' '));
/** English and German write a month with a capital; French and Spanish do not, and only names that are no other word count. */
const MONTH_NAMES = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${MONTHS.flat()
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    .join(
      '|',
    )}|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|(?<=\d )(?:mars|mai))(?![\p{L}\p{M}])`,
  'gu',
);
const ROMAN =
  /(?<![\p{L}\p{M}\p{N}])(?=[MDCLXVI]{2}|[VX](?![\p{L}\p{M}\p{N}]))M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{M}\p{N}])/gu;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
/** Han numerals in a row, and numerals that are no digits of any script. */
const OTHER_NUMERALS =
  /[〇零一二三四五六七八九十廿卅卌百千万億兆萬壹貳參肆伍陸柒捌玖拾佰仟两兩]+|(?:(?!\p{Nd})\p{N})+/gu;
