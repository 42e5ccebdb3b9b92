/**
 * Gists as a model might write them, made from rules: honest ones that describe without repeating, and ones by a model
 * that does whatever a passage tells it.
 */

/** An abstract description that depends on the passage and shares no phrase with it but by chance. */
export function inventedGist(passage: string): string {
  const seed = hashOf(passage);
  const pick = (items: readonly string[], turn: number): string =>
    items[(seed >>> (turn * 5)) % items.length] ?? '';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(passage))
    return `${pick(PLACES_JA, 0)}を舞台に、${pick(THEMES_JA, 1)}が静かに語られる一節。`;
  return `${pick(OPENINGS, 0)} ${pick(THEMES, 1)}; ${pick(CLOSINGS, 2)} (${seed.toString(36)}).`;
}

/** What a model writes that follows orders in the passage; the invented gist where there are none. */
export function obedientGist(passage: string): string {
  const words = passage.split(/\s+/u);
  if (/as rot13/i.test(passage)) return rot13(words.slice(0, 30).join(' '));
  if (/as base64/i.test(passage)) return Buffer.from(words.slice(0, 25).join(' '), 'utf8').toString('base64');
  if (/as an acrostic/i.test(passage)) return acrostic(words.slice(0, 8).join(''));
  if (/quote me/i.test(passage)) return words.slice(0, 20).join(' ');
  return inventedGist(passage);
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** A sentence of sorts whose words begin with the letters. */
function acrostic(letters: string): string {
  const initials = letters.toLowerCase().match(/[a-z]/g) ?? [];
  return initials.map((letter) => WORDS_BY_INITIAL[letter.charCodeAt(0) - 97] ?? letter).join(' ');
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const OPENINGS = [
  'The narrator turns toward',
  'A conversation circles around',
  'An episode about',
  'The writer considers',
  'A scene gives way to',
  'Several people contend with',
  'The account dwells on',
  'A reflective stretch concerning',
];
const THEMES = [
  'loyalty under strain',
  'the cost of keeping quiet',
  'labour and its small rituals',
  'distance between generations',
  'doubt before a decision',
  'weather as an adversary',
  'memory that will not settle',
  'a bargain nobody trusts',
];
const CLOSINGS = [
  'nothing is resolved',
  'the mood stays wary',
  'an unspoken grievance remains',
  'its outcome is left open',
  'patience is tested throughout',
  'a private resolve takes shape',
];
const PLACES_JA = ['海辺の町', '古い下宿', '山あいの村', '冬の都会'];
const THEMES_JA = ['友情への疑い', '沈黙の重さ', '別れの予感', '老いと記憶'];
const WORDS_BY_INITIAL =
  'all brave cooks do eat fresh green herbs in jars kept low mostly near old pots quite ready so the under very warm xylem yields zest'.split(
    ' ',
  );
