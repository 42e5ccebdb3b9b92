import { contentWords } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GistBudget } from './gist-budget.ts';

const WORK = ['The lamp burned in the harbour.', 'A harbour keeper wound the clock, and slept.'];

describe('GistBudget', () => {
  it('counts distinct content words of the work, without stop words', () => {
    expect(new GistBudget(WORK).size).toBe(7);
  });

  it('counts a word once however many gists hold it, and none the work does not have', () => {
    const budget = new GistBudget(WORK);
    budget.add('A keeper minds a harbour by night.');
    budget.add('The keeper again, at the harbour.');
    expect({ told: budget.told, share: budget.share }).toEqual({ told: 2, share: 2 / 7 });
  });

  it('says what a gist would add without adding it', () => {
    const budget = new GistBudget(WORK);
    budget.add('A keeper.');
    expect(budget.shareWith('The clock of the keeper.')).toBe(2 / 7);
    expect(budget.share).toBe(1 / 7);
  });

  it('counts pairs of characters in a script without spaces', () => {
    const budget = new GistBudget(['灯台守の記録']);
    budget.add('灯台');
    expect({ told: budget.told, size: budget.size }).toEqual({ told: 1, size: 5 });
  });

  it('has told nothing of a work without content words', () => {
    const budget = new GistBudget(['the of and']);
    budget.add('Of the.');
    expect({ share: budget.share, with: budget.shareWith('A lamp.') }).toEqual({ share: 0, with: 0 });
  });

  it('equals counting the common words of the joined gists, in any order', () => {
    const word = fc.constantFrom('ash', 'bay', 'cove', 'dune', 'elm', 'the', '海', '山海');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.array(text, { maxLength: 5 }), (texts, gists) => {
        const budget = new GistBudget(texts);
        const backwards = new GistBudget(texts);
        for (const gist of gists) {
          const promised = budget.shareWith(gist);
          budget.add(gist);
          expect(budget.share).toBe(promised);
        }
        for (const gist of [...gists].reverse()) backwards.add(gist);
        const own = new Set(texts.flatMap((part) => contentWords(part)));
        const told = [...own].filter((one) => gists.some((gist) => contentWords(gist).includes(one)));
        expect(budget.told).toBe(told.length);
        expect(backwards.told).toBe(told.length);
      }),
      { numRuns: 200 },
    );
  });
});
