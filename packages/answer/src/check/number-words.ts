/**
 * Words that are numbers, in English, German, French and Spanish, with their values.
 *
 * Without the words for one, which are articles and pronouns, and without `second` and its like, which are units of time.
 */

/** Number words of one language that are common words of another. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['once', 'elf', 'cent', 'seize']);

const LISTS: readonly string[] = [
  'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000 million 1000000 billion 1000000000 dozen 12',
  'zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 dreizehn 13 vierzehn 14 fünfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreissig 30 vierzig 40 fünfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 hundert 100 tausend 1000 millionen 1000000 milliarden 1000000000 dutzend 12',
  'deux 2 trois 3 quatre 4 cinq 5 sept 7 huit 8 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 cent 100 mille 1000 millions 1000000 milliards 1000000000 douzaine 12',
  'dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 veinte 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 mil 1000 millones 1000000 docena 12',
];

/** The value of each word, normalised. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  LISTS.flatMap((list) => {
    const parts = list.split(' ');
    return parts.flatMap((word, at): [string, string][] =>
      at % 2 === 0 ? [[word, parts[at + 1] ?? '']] : [],
    );
  }).filter(([word]) => !AMBIGUOUS.has(word)),
);
