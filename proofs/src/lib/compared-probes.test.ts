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
    const rows = wordsMore(probe('plain', [0.2, 0.1]), probe('hybrid', [0.3, 0.04]), 0.01);
    expect(rows.map(({ value, ok }) => ({ value, ok }))).toStrictEqual([{ value: 0.02, ok: false }]);
    const less = wordsMore(probe('plain', [0.2, 0.1]), probe('hybrid', [0.2, 0.1]), 0.01);
    expect(less.map(({ value, ok }) => ({ value, ok }))).toStrictEqual([{ value: 0, ok: true }]);
  });

  it('are refused when a figure is missing', () => {
    const { rows } = probe('plain', [0, 0]);
    expect(() => wordsMore({ name: 'plain', rows: rows.slice(0, 2) }, probe('hybrid', [0, 0]), 1)).toThrow(
      'about 100 words',
    );
  });

  it('stand side by side by rule and figure, gates by themselves', () => {
    expect(sideBySide([probe('plain', [0, 0])]).map(({ name }) => name)).toStrictEqual([
      'profiles/plain: verbatim recovery',
      'profiles/no limits/plain/words above the prior, about 15 words, 100 questions',
      'profiles/no limits/plain/words above the prior, about 100 words, 100 questions',
      'profiles/no limits/plain/cosine of recovered and stored vector, about 15 words, 100 questions',
    ]);
  });
});
