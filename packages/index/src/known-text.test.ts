import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownText } from './known-text.ts';
import { words } from './testing/sample-index.ts';

const TEXT = 3;
const secret = words('secret', 60);
const open = words('open', 200);
const known = (text: string, rank = 0): KnownText => {
  const result = new KnownText();
  result.add(text, rank);
  return result;
};

describe('KnownText', () => {
  it('finds a pasted paragraph of twenty words, between others and inside one whose edges were lost (decisions 1.8)', () => {
    const paragraph = words('secret', 20, 10);
    expect(known(secret).isWidenedBy(`${open}\n\n${paragraph}\n\n${open}`, TEXT)).toBe(true);
    expect(known(secret).isWidenedBy(`${open} ${paragraph} ${open}`, TEXT)).toBe(true);
    expect(known(secret).isWidenedBy(`${open} ${words('secret', 16, 10)} ${open}`, TEXT)).toBe(false);
  });

  it('finds one of which every tenth word was changed at the ends of its shingles, and not a paraphrase', () => {
    const changed = words('secret', 40)
      .split(' ')
      .map((word, at) => (at === 20 ? 'other' : word))
      .join(' ');
    expect(known(secret).isWidenedBy(changed, TEXT)).toBe(true);
    const everyThird = words('secret', 40)
      .split(' ')
      .map((word, at) => (at % 3 === 0 ? 'other' : word))
      .join(' ');
    expect(known(secret).isWidenedBy(everyThird, TEXT)).toBe(false);
  });

  it('finds a run of twenty with one word changed near its end, whatever stands around it', () => {
    const paragraph = words('secret', 20, 10).split(' ');
    const pasted = (changed: number): string =>
      `${open} ${paragraph.with(changed, 'other').join(' ')} ${words('tail', 200)}`;
    expect(known(secret).isWidenedBy(pasted(2), TEXT)).toBe(true);
    expect(known(secret).isWidenedBy(pasted(3), TEXT)).toBe(false);
  });

  it('finds a whole short text, from five words on', () => {
    const note = words('note', 9);
    expect(known(note).isWidenedBy(note, TEXT)).toBe(true);
    expect(known(words('note', 4)).isWidenedBy(words('note', 4), TEXT)).toBe(false);
    expect(known(note).isWidenedBy(`${note} ${open}`, TEXT)).toBe(false);
  });

  it('does not mind a text that was as widely exposed elsewhere', () => {
    const both = known(secret);
    both.add(`${secret} and more`, TEXT);
    expect(both.isWidenedBy(secret, TEXT)).toBe(false);
    expect(known(secret, TEXT).isWidenedBy(secret, TEXT)).toBe(false);
    expect(known(secret, 1).isWidenedBy(secret, 1)).toBe(false);
    expect(known(secret, 1).isWidenedBy(secret, 2)).toBe(true);
  });

  it('finds Japanese and Thai paragraphs by their characters, from forty on', () => {
    const japanese =
      '海辺の町では毎朝古い時計が鳴るまで誰も舟を出さなかった祖父はそれを約束と呼んだ誰も破らなかった';
    const thai = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร';
    for (const text of [japanese, thai]) {
      expect(known(`前書き。${text}。後書き。`).isWidenedBy(`${open}\n\n${text}\n\n${open}`, TEXT)).toBe(
        true,
      );
      expect(known('別の文章がここにある。').isWidenedBy(text, TEXT)).toBe(false);
    }
  });

  it('finds a text whatever its case, punctuation, hyphenation and line breaks', () => {
    const said =
      'The keeper said that nobody had climbed the stairs since the storm, and that the lamp had gone out by itself twice.';
    const typed = said
      .toUpperCase()
      .replaceAll(' ', '\n')
      .replace('NOBODY', 'NO-\nBODY')
      .replaceAll(',', ' —');
    expect(known(said).isWidenedBy(typed, TEXT)).toBe(true);
  });

  it('says nothing of texts that share no words with what is known', () => {
    fc.assert(
      fc.property(fc.nat({ max: 80 }), fc.nat({ max: 80 }), (a, b) => {
        expect(known(words('left', a)).isWidenedBy(words('right', b), TEXT)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('knows the same after its hashes were kept and read again, and all that another one knows', () => {
    const kept = KnownText.ofHashes(known(secret).hashes());
    expect(kept.hashes()).toEqual(known(secret).hashes());
    expect(kept.isWidenedBy(words('secret', 20, 10), TEXT)).toBe(true);
    const both = known(open, TEXT);
    both.addAll(kept);
    expect(both.isWidenedBy(words('secret', 20, 10), TEXT)).toBe(true);
    expect(both.isWidenedBy(open, TEXT)).toBe(false);
    expect(both.size).toBe(known(open).size + known(secret).size);
  });

  it('finds a paragraph anywhere in a text of more than a megabyte', () => {
    const vast = Array.from({ length: 120_000 }, (_, at) => `word${at}`);
    const memory = known(vast.join(' '));
    for (const at of [0, 26_210, 60_000, 119_980])
      expect(memory.isWidenedBy(vast.slice(at, at + 20).join(' '), TEXT)).toBe(true);
    expect(memory.size).toBe(119_996);
  });

  it('refuses a text beyond its bound instead of forgetting the rest', () => {
    const small = new KnownText(30);
    small.add(words('first', 30));
    expect(() => small.add(words('second', 30))).toThrow('more than 30 different runs of words');
  });

  it('agrees with a slow count over every run of twenty words', () => {
    const vocabulary = fc.array(fc.constantFrom('p', 'q', 'r', 's'), { minLength: 5, maxLength: 45 });
    fc.assert(
      fc.property(vocabulary, vocabulary, (left, right) => {
        expect(known(left.join(' ')).isWidenedBy(right.join(' '), TEXT)).toBe(slow(left, right));
      }),
      { numRuns: 300 },
    );
  });
});

/** Some run of sixteen five-word shingles, or all of a shorter text, is known for four fifths; or the whole is. */
function slow(left: readonly string[], right: readonly string[]): boolean {
  const shingles = (units: readonly string[]): string[] =>
    units.flatMap((_, at) => (at + 5 <= units.length ? [units.slice(at, at + 5).join(' ')] : []));
  const old = new Set(shingles(left));
  const next = shingles(right);
  const share = (run: readonly string[]): number =>
    run.filter((shingle) => old.has(shingle)).length / run.length;
  const size = Math.min(16, next.length);
  const runs = next.flatMap((_, at) => (at + size <= next.length ? [next.slice(at, at + size)] : []));
  return runs.some((run) => share(run) >= 0.8) || (next.length >= 16 && share(next) >= 0.8);
}
