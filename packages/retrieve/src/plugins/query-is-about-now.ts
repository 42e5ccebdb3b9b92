/**
 * Whether a query asks about the present, by a short list of words for each language.
 *
 * Words that also mean something else stay out: `still` and `present` alone, Spanish `actual`, Italian `ora`, Dutch `nu`.
 * A query in a language without a list never fires.
 */
import { containsPhrase } from '@archive/text';

/** Words and phrases of the present, by language; each matches as whole tokens. */
export const NOW_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'current',
    'currently',
    'now',
    'nowadays',
    'today',
    'recent',
    'recently',
    'latest',
    'newest',
    'these days',
    'right now',
    'at present',
    'this week',
    'this month',
    'this year',
  ],
  de: [
    'aktuell',
    'aktuelle',
    'aktuellen',
    'derzeit',
    'gegenwärtig',
    'heute',
    'heutzutage',
    'jetzt',
    'kürzlich',
    'momentan',
    'neueste',
    'neuesten',
    'neuerdings',
    'zurzeit',
  ],
  fr: [
    'actuellement',
    "aujourd'hui",
    'ces jours-ci',
    'ces derniers temps',
    'dernièrement',
    'en ce moment',
    'maintenant',
    'récemment',
    'récent',
    'récente',
  ],
  es: ['actualmente', 'ahora', 'hoy', 'recientemente', 'reciente', 'recientes', 'últimamente'],
  it: ['adesso', 'attualmente', 'oggi', 'oggigiorno', 'recentemente', 'recente', 'recenti', 'ultimamente'],
  pt: ['agora', 'atualmente', 'hoje', 'recentemente', 'recente', 'recentes', 'ultimamente'],
  nl: ['momenteel', 'onlangs', 'recent', 'tegenwoordig', 'vandaag'],
  ja: ['最近', '最新', '現在', '今日', '今週', '今月', '今年'],
  zh: ['最近', '最新', '现在', '現在', '目前', '当前', '當前', '今天', '今年', '近期'],
  ko: ['지금', '현재', '최근', '오늘', '요즘'],
};

/**
 * Says whether a query holds a word of the present.
 *
 * @param words  the list to go by; default {@link NOW_WORDS}, all languages together
 */
export function queryIsAboutNow(
  query: string,
  words: Readonly<Record<string, readonly string[]>> = NOW_WORDS,
): boolean {
  return Object.values(words).some((list) => list.some((word) => containsPhrase(query, word)));
}
