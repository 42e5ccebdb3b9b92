/**
 * Lists the words that carry no content of their own, and strips them from a text.
 *
 * Small closed classes only (articles, pronouns, prepositions, conjunctions, auxiliaries) of English, German, French and
 * Spanish, and the Japanese particles: enough to keep a coverage measure from counting grammar, not a search engine's list.
 */
import { normalizeText } from './normalize-text.ts';
import { textParts } from './text-parts.ts';

/** The languages with a list of their own. */
export type StopWordLanguage = 'en' | 'de' | 'fr' | 'es' | 'ja';

/** The normalised stop words of a language, or of all of them together. */
export function stopWords(language?: StopWordLanguage): ReadonlySet<string> {
  return language === undefined ? ALL : BY_LANGUAGE[language];
}

/**
 * The normalised words of a string without the stop words of any language, in order, repeats included.
 *
 * Unspaced stretches have no words, so they yield overlapping pairs of characters (groups of four for Thai and its kin, whose
 * single letters say as little as single Latin ones); a pair of Japanese particles is left out.
 */
export function contentWords(s: string): string[] {
  const content: string[] = [];
  for (const { kind, text } of textParts(normalizeText(s))) {
    if (kind === 'word') {
      if (!ALL.has(text)) content.push(text);
    } else {
      const chars = [...text];
      const size = kind === 'cjk' ? 2 : 4;
      for (let at = 0; at < Math.max(1, chars.length - size + 1); at++) {
        const group = chars.slice(at, at + size);
        if (!group.every((char) => BY_LANGUAGE.ja.has(char))) content.push(group.join(''));
      }
    }
  }
  return content;
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const BY_LANGUAGE: Readonly<Record<StopWordLanguage, ReadonlySet<string>>> = {
  en: list(
    'a about above after again against all also am an and any are as at be because been before being below between both but by ' +
      'can could d did do does doing down during each few for from further had has have having he her here hers herself him ' +
      'himself his how i if in into is it its itself just ll m may me might more most must my myself no nor not now of off on ' +
      'once one only or other our ours out over own re s same shall she should so some such t than that the their theirs them ' +
      'themselves then there these they this those through to too under until up upon us ve very was we were what when where ' +
      'which while who whom whose why will with would you your yours yourself',
  ),
  de: list(
    'aber als am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese ' +
      'diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es euch für habe haben hat hatte hatten ' +
      'hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist ja kann kein keine man mein meine mich mir mit nach nicht noch ' +
      'nun nur ob oder ohne sehr sein seine seinem seinen seiner sich sie sind so über um und uns unser unter vom von vor war ' +
      'waren was weil wenn wer werden wie wir wird wo wurde wurden zu zum zur',
  ),
  fr: list(
    'à au aux avec c ce ces cet cette d dans de des du elle elles en est et était été être eu eux fait il ils j je l la le les ' +
      'leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas plus pour qu que qui s sa sans se ses si ' +
      'son sont sous sur t ta te tes toi ton tu un une vos votre vous y',
  ),
  es: list(
    'a al algo como con cual cuando de del desde donde e el ella ellas ellos en entre era eran es esa ese eso esta está este ' +
      'esto fue ha había han hasta hay la las le les lo los más me mi mis muy ni no nos o para pero por porque que qué quien se ' +
      'ser si sí sin sobre son su sus también te tu tus un una uno unos y ya yo',
  ),
  ja: list('の は が を に で と も へ や か な だ た て し る い れ さ す よ ね'),
};

const ALL: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((words) => [...words]));
