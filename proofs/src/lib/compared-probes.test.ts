import { describe, expect, it } from 'vitest';
import { sideBySide, wordsMore } from './compared-probes.ts';

const row = (name: string, value: number) => ({ name, value, unit: '', goal: 'for scale', ok: true });
const probe = (name: string, words: readonly [number, number]) => ({
  name,
  rows: [
    row(`probe/${name}/verbatim recovery`, 0),
    row(`probe/${name}/no limits/words above the prior, about 15 words, 100 questions`, words[0]),
    row(`probe/${name}/no limits/words above the prior, about 100 words, 100 questions`, words[1]),
    row(`probe/${name}/no limits/cosine of recovered and stored vector, about 15 words, 100 questions`, 0.5),
  ],
});

describe('two probes', () => {
  it('are compared by the mean of what words each read, and nothing else', () => {
    const [compared] = wordsMore(probe('plain', [0.2, 0.1]), probe('hybrid', [0.3, 0.04]), 0.01);
    expect(compared).toStrictEqual({
      name: 'profiles/no limits: words above the prior, hybrid over plain, mean of 2 figures',
      value: 0.02,
      unit: 'share',
      goal: '≤ 0.01',
      ok: false,
    });
  });

  it('may read as much as each other', () => {
    const [compared] = wordsMore(probe('plain', [0.2, 0.1]), probe('hybrid', [0.2, 0.1]), 0);
    expect([compared?.value, compared?.ok]).toStrictEqual([0, true]);
  });

  it('are refused when a figure is missing', () => {
    const { rows } = probe('plain', [0, 0]);
    expect(() => wordsMore({ name: 'plain', rows: rows.slice(0, 2) }, probe('hybrid', [0, 0]), 1)).toThrow(
      'about 100 words',
    );
  });

  it('stand side by side by rule and figure, gates by themselves', () => {
    const names = sideBySide([probe('plain', [0, 0]), probe('hybrid', [0, 0])]).map(({ name }) => name);
    expect(names).toStrictEqual(
      ['plain', 'hybrid'].flatMap((profile) => [
        `profiles/${profile}: verbatim recovery`,
        `profiles/no limits/${profile}/words above the prior, about 15 words, 100 questions`,
        `profiles/no limits/${profile}/words above the prior, about 100 words, 100 questions`,
        `profiles/no limits/${profile}/cosine of recovered and stored vector, about 15 words, 100 questions`,
      ]),
    );
  });
});
