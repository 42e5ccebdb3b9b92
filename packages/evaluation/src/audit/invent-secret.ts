/**
 * Invents a secret to be planted: a sentence with a phrase, a name and a number that occur nowhere else, and a second one
 * in a script without spaces.
 *
 * What it says depends on `random` alone; whoever plants draws that from chance and tells nobody.
 */
import type { Random } from '../attack/seeded-random.ts';

/** What kind of thing a canary is. */
export type CanarySort = 'phrase' | 'name' | 'number' | 'unspaced';

/** Every sort, in a fixed order. */
export const CANARY_SORTS: readonly CanarySort[] = ['phrase', 'name', 'number', 'unspaced'];

/** A secret. */
export interface InventedSecret {
  /** What is planted; holds every canary. */
  readonly sentence: string;
  /** What must be found nowhere: each shorter than a run of the lint, so that only a search for it finds it. */
  readonly canaries: Readonly<Record<CanarySort, string>>;
}

/** Invents one. */
export function inventSecret(random: Random): InventedSecret {
  const word = (): string => Array.from({ length: 3 }, () => random.pick(SYLLABLES)).join('');
  const phrase = `${word()} ${word()}`;
  const name = `${capital(word())} ${capital(word())}`;
  const number = String(random.between(100_000, 999_999));
  const unspaced = Array.from({ length: UNSPACED_CHARS }, () => random.pick(CHARACTERS)).join('');
  return {
    sentence: `${name} keeps ${number} behind the ${phrase} since ${word()}. ${unspaced}と、${random.pick(CHARACTERS)}${random.pick(CHARACTERS)}は言った。`,
    canaries: { phrase, name, number, unspaced },
  };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const SYLLABLES: readonly string[] =
  'bax cel dof guz hiv jum kep lor mav nib pag quo rux sef tiv vop wez yil zan zor kri blu dre fro'.split(
    ' ',
  );
const CHARACTERS: readonly string[] = [...'海山霧鐘灯橋波塩綱潮舟夜朝雪浜杭梁樋釘縄桶臼杵鋤鍬籠笊'];
/** Fewer than the twelve of a run. */
const UNSPACED_CHARS = 9;
