/**
 * What the attacker of a probe has read, and what they might look for: made from the archive itself.
 *
 * They have read what is public, and know every word that occurs anywhere, so that none is safe for being unheard of. Where
 * little is public they have also read works that are not attacked.
 */
import type { PrivateIndex } from '@archive/index';
import type { OwnReading, ProbeSecret, ProbeTarget, Random } from '@archive/evaluation';
import { contentWords, normalizeWords } from '@archive/text';

/** Makes the reading. */
export function probeReading({ entries }: PrivateIndex, targets: readonly ProbeTarget[]): OwnReading {
  const attacked = new Set(targets.map(({ entityId }) => entityId));
  const isPublic = ({ fragment }: PrivateIndex['entries'][number]): boolean =>
    fragment.disclosure.exposure === 'text';
  const read = entries.filter(isPublic).map(({ fragment }) => runningWords(fragment.text));
  if (read.flat().length < LEAST_READ)
    read.push(
      ...entries
        .filter((entry) => !isPublic(entry) && !attacked.has(entry.fragment.entityId))
        .map(({ fragment }) => runningWords(fragment.text)),
    );
  const words = entries.flatMap(({ fragment }) => normalizeWords(fragment.text));
  const texts = read.filter((text) => text.length > 0);
  return {
    read: texts.length > 0 ? texts : [[...new Set(words)].sort()],
    vocabulary: [...new Set(words)].sort(),
  };
}

/** One secret of each kind for each target that has one: a rare word, a number of three digits or more, a name. */
export function probeSecrets(
  targets: readonly ProbeTarget[],
  { read, vocabulary }: OwnReading,
  random: Random,
): ProbeSecret[] {
  const known = new Set(read.flat().flatMap((word) => normalizeWords(word)));
  const rare = vocabulary.filter(
    (word) => !known.has(word) && contentWords(word).length > 0 && /\p{L}{4}/u.test(word),
  );
  const names = [...new Set(targets.flatMap(({ text }) => namesOf(text)))].sort();
  return targets.flatMap((target) => {
    const own = new Set(normalizeWords(target.text));
    const shown = new Set(normalizeWords(target.face));
    const found: ProbeSecret[] = [];
    const add = (kind: ProbeSecret['kind'], value: string | undefined, others: readonly string[]): void => {
      if (value === undefined) return;
      const decoys = random.sample(others, CANDIDATES - 1);
      if (decoys.length > 0) found.push({ kind, target, value, candidates: [...decoys, value].sort() });
    };
    const isDecoy = (word: string): boolean => !normalizeWords(word).some((each) => own.has(each));
    add(
      'word',
      rare.find((word) => own.has(word) && !shown.has(word)),
      rare.filter(isDecoy),
    );
    const number = /(?<!\d)\d{3,9}(?!\d)/.exec(target.text)?.[0];
    add('number', number, number === undefined ? [] : numbersLike(number, random));
    const name = namesOf(target.text).find((word) => !normalizeWords(word).some((each) => shown.has(each)));
    add('name', name, names.filter(isDecoy));
    return found;
  });
}

/** Words that begin with a capital inside a sentence. */
function namesOf(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu)].map(([word]) => word);
}

function numbersLike(number: string, random: Random): string[] {
  const numbers = new Set<string>();
  while (numbers.size < CANDIDATES) {
    const made = Array.from(number, () => String(random.between(0, 9))).join('');
    if (made !== number) numbers.add(made);
  }
  return [...numbers];
}

function runningWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const LEAST_READ = 5_000;
const CANDIDATES = 40;
