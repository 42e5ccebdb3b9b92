/**
 * Takes the particles off the end of a Korean word, so that a library, in the library and of the library are one word.
 *
 * A particle is taken only where the letter before it lets it stand (을 after a consonant, 를 after a vowel), and one that
 * ends many words of its own accord (의, 도, 가) only after two syllables. What comes out is a key, not a word: 민주주의 loses
 * its last syllable as 나라의 does, and both sides of a comparison lose it alike. Endings of verbs stay.
 *
 * Invariant: what comes out ends in no particle, so the result for a result is itself.
 */

/** The word without the particles at its end; the word itself when it ends in none, or has nothing before them. */
export function withoutParticles(word: string): string {
  let stem = word;
  for (;;) {
    const shorter = withoutOne(stem);
    if (shorter === undefined) return stem;
    stem = shorter;
  }
}

function withoutOne(word: string): string | undefined {
  for (let length = Math.min(LONGEST, word.length - 1); length > 0; length--) {
    const particle = PARTICLES.get(word.slice(-length));
    if (particle === undefined) continue;
    const stem = word.slice(0, -length);
    if (stem.length >= particle.least && mayFollow(particle.after, stem)) return stem;
  }
  return undefined;
}

/** What the sound before a particle must be: `round` is a vowel or the letter rieul, `closed` any other consonant. */
type Sound = 'any' | 'vowel' | 'consonant' | 'round' | 'closed';

function mayFollow(after: Sound, stem: string): boolean {
  const syllable = stem.charCodeAt(stem.length - 1) - FIRST_SYLLABLE;
  // How a number or a foreign word is read aloud does not show.
  if (after === 'any' || syllable < 0 || syllable >= SYLLABLES) return true;
  const final = syllable % FINALS;
  if (after === 'vowel') return final === 0;
  if (after === 'consonant') return final !== 0;
  const isRound = final === 0 || final === RIEUL;
  return after === 'round' ? isRound : !isRound;
}

const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;
/** Final consonants of a syllable, none among them, and the place of rieul. */
const FINALS = 28;
const RIEUL = 8;

/** By particle: the sound it follows, and how many letters must be left. */
const PARTICLES: ReadonlyMap<string, { readonly after: Sound; readonly least: number }> = new Map(
  (
    [
      ['any', 1, '에 에서 에게 에게서 한테 한테서 께서 까지 부터 처럼 마저 조차 밖에'],
      ['any', 2, '의 도 만 들 보다 마다 만큼'],
      ['consonant', 1, '을 이 은'],
      ['consonant', 2, '과'],
      ['vowel', 1, '를'],
      ['vowel', 2, '는 가 와'],
      ['closed', 1, '으로 으로서 으로써'],
      ['round', 2, '로 로서 로써'],
    ] as const
  ).flatMap(([after, least, particles]) =>
    particles.split(' ').map((particle) => [particle, { after, least }] as const),
  ),
);
const LONGEST = 3;
