/**
 * Tells a sentence that may say something from one that only labels: "Slack Water Talks, no. 3.", "See also: the mole."
 *
 * By form alone. What has nothing in lower case but the small words of titles is taken for a title; writing without letter
 * case, and lines all in capitals, show nothing and pass.
 */

/** Whether a sentence is more than a title, a label or what a label announces. */
export function isStatement(text: string): boolean {
  if (LABEL.test(text)) return false;
  if (!CASED.test(text)) return true;
  return (text.match(LOWER_WORD) ?? []).some((word) => !TITLE_WORDS.has(word));
}

const LABEL =
  /^(?:see(?: also)?|cf\.|music|songs?|lyrics|sound|credits?|photos?|images?|pictures?|illustrations?|recorded|recording|producers?|produced by|host(?:s|ed by)?|guests?|translat(?:ed by|ion|or)|transcript|sources?|references?|notes?|tags?|topics?|keywords|further reading|related|links?|next|previous|siehe(?: auch)?|musik|quellen?|voir(?: aussi)?|musique|sources|véase(?: también)?|ver también|música|fuentes?|参照|関連|音楽|另见|参见)\s?[:：]/iu;
const CASED = /\p{Lu}.*\p{Ll}|\p{Ll}.*\p{Lu}/su;
const LOWER_WORD = /(?<![\p{L}\p{M}\p{N}'’])\p{Ll}[\p{L}\p{M}'’]*/gu;
const TITLE_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of and or in on at by to for from with no nos vol vols ed eds pp pt ch part chapter episode p ' +
    'der die das den dem des und von vom zu zum zur im am nr bd ' +
    'le la les du de des et à au aux en un une ' +
    'el los las del y e o un una con por para núm ' +
    's'
  ).split(' '),
);
