/**
 * Says whether numbers keep the company they have in the passages: the word after them, and the letters written to them.
 *
 * `30 seconds` is not `30 hours`, `5 mW` is not `5 MW`, `5k` is not `5`. A word counts that follows directly, in small letters or
 * as a known unit; in the passage it is among the next three. After a number that may be a year only a known unit counts. A number
 * that stands in no passage is not looked at here.
 */
import { contentWords } from '@archive/text';
import type { TextFace } from '../evidence.ts';
import { plainNumbers } from './number-tokens.ts';
import { numberWordValue } from './number-words.ts';

/** How far after a number of a passage its word is looked for. */
const WINDOW = 3;

/** Whether the company of every number of a sentence is that of the same number in one of these passages. */
export function keepsCompany(sentence: string, cited: readonly TextFace[]): boolean {
  const runs = new Set(mixedRuns(sentence));
  const held = cited.map(readPassage);
  if (![...runs].every((run) => isSuffixed(run) || held.some(({ plain }) => holdsRun(plain, run))))
    return false;
  return companyOf(sentence).every(({ number, next, isDirect }) => {
    const word = isDirect ? (next[0] as string) : '';
    const places = held.flatMap(({ words }) => words.get(number) ?? []);
    return places.length === 0 || !counts(number, word) || isAmong(word, places);
  });
}

function isAmong(word: string, places: readonly ReadonlySet<string>[]): boolean {
  return places.some((words) => words.has(word) || [...words].some((other) => isSameWord(word, other)));
}

/** A passage in digits of ASCII, and the words that follow each of its numbers. */
interface ReadPassage {
  plain: string;
  words: ReadonlyMap<string, Set<string>>;
}

/** Reads a passage, once. */
function readPassage(passage: TextFace): ReadPassage {
  const known = READ.get(passage);
  if (known !== undefined) return known;
  const words = new Map<string, Set<string>>();
  for (const { number, next } of companyOf(passage.text)) {
    const follow = words.get(number) ?? new Set();
    for (const word of next) follow.add(word);
    words.set(number, follow);
  }
  const read = { plain: plainNumbers(passage.text), words };
  READ.set(passage, read);
  return read;
}
const READ = new WeakMap<TextFace, ReadPassage>();

/** A number, the words that follow it before the next stop, and whether the first follows with nothing but a space between. */
interface Company {
  number: string;
  next: string[];
  isDirect: boolean;
}

function companyOf(text: string): Company[] {
  const found: Company[] = [];
  let open: Company[] = [];
  let end = 0;
  const plain = plainNumbers(text);
  for (const { 0: item, index, groups = {} } of plain.matchAll(ITEM)) {
    const between = plain.slice(end, index);
    end = index + item.length;
    if (STOP.test(between)) open = [];
    if (between === '' && /^(?:st|nd|rd|th|er?|ère|ème)$/u.test(item)) continue;
    const value =
      groups['word'] === undefined ? item.replace(/[ '’]/gu, '') : numberWordValue(item.toLowerCase());
    if (groups['word'] !== undefined || groups['counter'] !== undefined) {
      for (const company of open) {
        if (company.next.length === 0) company.isDirect = /^[ -]?$/u.test(between);
        company.next.push(item);
      }
    }
    open = groups['counter'] === undefined ? open.filter(({ next }) => next.length < WINDOW) : [];
    if (value === undefined || groups['counter'] !== undefined) continue;
    const company: Company = { number: value, next: [], isDirect: false };
    found.push(company);
    open.push(company);
  }
  return found;
}

/** Whether a word after a number must be that of the passage. */
function counts(number: string, word: string): boolean {
  if (word === '') return false;
  if (isUnit(word) || COUNTER.test(word)) return true;
  if (/^1[0-9]{3}$|^20[0-9]{2}$/u.test(number) || /^\p{Lu}/u.test(word)) return false;
  return numberWordValue(word.toLowerCase()) === undefined && contentWords(word).length > 0;
}

function isUnit(word: string): boolean {
  return UNITS.has(word.toLowerCase());
}

/** One word, in another number or short form; a short one only in the same case. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, two] = [a.toLowerCase(), b.toLowerCase()];
  if (one === two) return a.length > 3;
  const unit = UNITS.get(one);
  if (unit !== undefined && unit === UNITS.get(two)) return true;
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  if (short.length > 1 && long.startsWith(short))
    return /^(?:e?s|en?|n|er|x)$/u.test(long.slice(short.length));
  return short.length > 3 && long === `${short.slice(0, -1)}ies`;
}

/** Words of letters and digits together: `5k`, `H2O`, `2O`. */
function mixedRuns(text: string): string[] {
  return Array.from(plainNumbers(text).matchAll(RUN), ([run]) => run).filter(
    (run) => /\d/u.test(run) && /\p{L}/u.test(run),
  );
}

function isSuffixed(run: string): boolean {
  return /^\d+(?:st|nd|rd|th|er?|ère|ème)$/u.test(run);
}

function holdsRun(text: string, run: string): boolean {
  const [, number = '', letters = ''] = /^(\d+)(\p{L}+)$/u.exec(run) ?? [];
  const forms = number === '' ? [run] : [run, `${number} ${letters}`];
  return forms.some((form) => {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      const [before, after] = [
        text.slice(Math.max(0, at - 2), at),
        text.slice(at + form.length, at + form.length + 2),
      ];
      if (!INSIDE_BEFORE.test(before) && !INSIDE_AFTER.test(after)) return true;
    }
    return false;
  });
}

const LETTER = String.raw`(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}]`;
const RUN = new RegExp(String.raw`(?:${LETTER}|\d)+`, 'gu');
const INSIDE_BEFORE = new RegExp(String.raw`(?:${LETTER}|\d)$`, 'u');
const INSIDE_AFTER = new RegExp(String.raw`^(?:${LETTER}|\d)`, 'u');
/** What counts in Chinese and Japanese, where no space stands before it. */
const COUNTER = /^[年月日時时分秒人本回台円歳岁個个つ度週周世頁页章匹枚冊册軒隻艘番夜代]$/u;
const HAN_NUMERAL = '[〇零一二三四五六七八九十廿卅卌百千万億兆萬壹貳參两兩]+';
const ITEM = new RegExp(
  String.raw`(?<number>\d+(?:[.,:/'’]\d+| \d{3}(?!\d))*|${HAN_NUMERAL})|(?<=\d|${HAN_NUMERAL.slice(0, -1)})(?<counter>${COUNTER.source.slice(1, -1)})|(?<word>(?:${LETTER})+)`,
  'gu',
);
const STOP = /[.;:!?…。！？；]/u;
/** Forms of one unit; each is known as a unit. */
const UNITS: ReadonlyMap<string, string> = new Map(
  [
    'km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros',
    'm metre metres meter meters metern mètre mètres metro metros',
    'cm centimetre centimetres centimeter centimeters',
    'mm millimetre millimetres millimeter millimeters',
    'mi mile miles meile meilen',
    'ft foot feet fuss pied pieds',
    'in inch inches zoll',
    'yd yard yards',
    'kg kilogram kilograms kilogramm kilo kilos',
    'g gram grams gramme grammes gramm',
    'lb lbs pound pounds pfund',
    't ton tons tonne tonnes tonnen',
    'l litre litres liter liters',
    's sec second seconds sekunde sekunden seconde secondes segundo segundos',
    'min minute minutes minuten minuto minutos',
    'h hr hrs hour hours stunde stunden heure heures hora horas',
    'day days tag tage tagen jour jours día días',
    'week weeks woche wochen semaine semaines semana semanas',
    'month months monat monate monaten mois mes meses',
    'year years yr yrs jahr jahre jahren an ans année années año años',
    'century centuries jahrhundert jahrhunderte siècle siècles siglo siglos',
    'degree degrees grad degré degrés grado grados',
    'dollar dollars',
    'euro euros',
    'crown crowns krone kronen',
    'w watt watts',
    'mw',
    'kw',
    'hz',
    'khz',
    'mhz',
    'ghz',
    'kb',
    'mb',
    'gb',
    'tb',
  ].flatMap((names) => names.split(' ').map((name): [string, string] => [name, names])),
);
