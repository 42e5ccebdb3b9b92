/**
 * The words by which a file states a policy, ours and those of other tools, and what is taken for one of them.
 *
 * Keys are compared without case, joiners, hyphens, width and look-alike letters (decisions 1.7a–b). Which word a key
 * means is decided here; what its value does at the head of a file is decided by `readPolicyKeys`.
 */
import { foldSkeleton, normalizeText } from '@archive/text';
import type { MetaValue } from '../front-matter/meta-value.ts';

/** The keys of ours that decide a disclosure. */
export const POLICY_KEYS = ['raw', 'exposure', 'publicTitle', 'requireReview', 'policy', 'embargo'] as const;

const LEFT_OUT_WHEN: Readonly<Record<string, boolean>> = {
  draft: true,
  published: false,
  publish: false,
  dgpublish: false,
};
const PRIVATE_WHEN: Readonly<Record<string, boolean>> = {
  private: true,
  hidden: true,
  unlisted: true,
  noindex: true,
  confidential: true,
  restricted: true,
  public: false,
};
const STATUS_KEYS: ReadonlySet<string> = new Set(['visibility', 'access', 'status']);
const NARROW_WORDS: ReadonlySet<string> = new Set(['private', 'internal', 'restricted', 'draft', 'hidden']);
const OPEN_WORDS: ReadonlySet<string> = new Set([
  'public',
  'published',
  'open',
  'stable',
  'final',
  'active',
  'new',
]);
const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'on', '1', 't']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', 'off', '0', 'f']);
const NOTHING_WORDS: ReadonlySet<string> = new Set(['', 'null', 'none', 'nil', '~', ...FALSE_WORDS]);
/** Words of their own that lie one letter from a policy word. */
const HONEST_KEYS: ReadonlySet<string> = new Set(
  'publisher craft graft drift raft daft stats states statue primate enlisted bidden ridden'.split(' '),
);

/** A key as it is compared: without case, width, unseen characters, blanks, hyphens and underscores. */
export function foldKey(key: string): string {
  return normalizeText(key).replace(/[\s\p{Pd}\p{Pc}]/gu, '');
}

const OWN = POLICY_KEYS.map(foldKey);
const FOREIGN = [...Object.keys(LEFT_OUT_WHEN), ...Object.keys(PRIVATE_WHEN), ...STATUS_KEYS, 'password'];
const SKELETONS = new Map([...OWN, ...FOREIGN].map((word) => [foldSkeleton(word), word]));

/** Edits that make one string the other: letters put in, taken out, changed, or swapped with their neighbour. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

const isWithin = (a: string, b: string, bound: number): boolean =>
  Math.abs(a.length - b.length) <= bound && editDistance(a, b) <= bound;

/** Says whether a folded key is a policy word as it stands. */
export function isPolicyWord(folded: string): boolean {
  return OWN.includes(folded) || FOREIGN.includes(folded);
}

/** The policy word that a folded key, which is none itself, is likely to mean. */
export function meantWord(folded: string): string | undefined {
  const affixed = /^(?:is|has|be|set|make|keep|mark(?:ed)?)(.+)$/.exec(folded)?.[1];
  if (affixed !== undefined && isPolicyWord(affixed)) return affixed;
  const dated = /^(.+)(?:until|till)$/.exec(folded)?.[1];
  if (dated !== undefined && isPolicyWord(dated)) return dated;
  if (/^embargo|embargo(?:ed)?$/.test(folded)) return 'embargo';
  const skeleton = foldSkeleton(folded);
  const twin = SKELETONS.get(skeleton);
  if (twin !== undefined) return twin;
  const near = (word: string, bound: number): boolean =>
    isWithin(folded, word, bound) || (/[^ -~]/.test(folded) && isWithin(skeleton, foldSkeleton(word), bound));
  return (
    OWN.find((word) => word.length >= 6 && near(word, 2)) ??
    (folded.startsWith('r') && near('raw', 1) ? 'raw' : undefined) ??
    (HONEST_KEYS.has(folded) ? undefined : FOREIGN.find((word) => word.length >= 5 && near(word, 1)))
  );
}

/** What a key of another tool does to a file. */
export type ForeignEffect = 'left-out' | 'private' | 'nothing' | 'unknown';

/** What a folded key of another tool does; undefined when the key is none of them. */
export function foreignEffect(folded: string, value: MetaValue): ForeignEffect | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (folded === 'password') {
    if (value === null || word === '') return 'nothing';
    return word === undefined ? 'unknown' : 'private';
  }
  if (STATUS_KEYS.has(folded)) {
    if (word === undefined) return 'unknown';
    return NARROW_WORDS.has(word) ? 'private' : OPEN_WORDS.has(word) ? 'nothing' : 'unknown';
  }
  const leftOut = Object.hasOwn(LEFT_OUT_WHEN, folded) ? LEFT_OUT_WHEN[folded] : undefined;
  const narrow = Object.hasOwn(PRIVATE_WHEN, folded) ? PRIVATE_WHEN[folded] : undefined;
  if (leftOut === undefined && narrow === undefined) return undefined;
  if (typeof value === 'boolean') {
    if (value === leftOut) return 'left-out';
    return value === narrow ? 'private' : 'nothing';
  }
  return word !== undefined && OPEN_WORDS.has(word) ? 'nothing' : 'unknown';
}

/**
 * Says whether a value under a policy word is plainly meant to restrict, in a place where no policy is read.
 *
 * @param word  a folded policy word
 */
export function restricts(word: string, value: string | boolean): boolean {
  const said = normalizeText(String(value)).trim();
  if (STATUS_KEYS.has(word)) return NARROW_WORDS.has(said);
  if (word === 'raw') return said === 'private';
  if (word === 'exposure') return ['none', 'locator', 'semantic'].includes(said);
  if (word === 'requirereview') return TRUE_WORDS.has(said);
  if (word === 'embargo') return /^\d{4}/.test(said) || TRUE_WORDS.has(said);
  if (word === 'password') return !NOTHING_WORDS.has(said) && !/\s/.test(said);
  const when = LEFT_OUT_WHEN[word] ?? PRIVATE_WHEN[word];
  if (when === undefined) return false;
  return NARROW_WORDS.has(said) || (when ? TRUE_WORDS : FALSE_WORDS).has(said);
}
