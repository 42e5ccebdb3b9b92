/**
 * The parts of the page that need no browser.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, KEYS, type KeyPress } from './key-commands.ts';
import { languageOf } from './language-of.ts';
import { segmentsOf } from './marked-segments.ts';
import { settledSentence } from './status-words.ts';
import { visibleRange } from './visible-range.ts';

describe('segmentsOf', () => {
  it('cuts a string at the edges of its marks', () => {
    expect(segmentsOf('one two three', [{ start: 4, end: 7 }])).toEqual([
      { text: 'one ', isMarked: false },
      { text: 'two', isMarked: true },
      { text: ' three', isMarked: false },
    ]);
  });

  it('loses no character, whatever the marks are', () => {
    const mark = fc.record({ start: fc.nat(30), end: fc.nat(30) });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.array(mark, { maxLength: 5 }), (text, marks) => {
        const segments = segmentsOf(text, marks);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        let at = 0;
        for (const { text: piece, isMarked } of segments) {
          for (let unit = at; unit < at + piece.length; unit++)
            expect(marks.some(({ start, end }) => start <= unit && unit < end)).toBe(isMarked);
          at += piece.length;
        }
      }),
    );
  });
});

describe('visibleRange', () => {
  it('holds every row in sight, and few more', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(600_000),
        fc.integer({ min: 0, max: 3000 }),
        (total, top, height) => {
          const rowHeight = 58;
          const { start, end } = visibleRange(total, { top, height, rowHeight, beyond: 8 });
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(total);
          expect(Math.max(0, end - start)).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 18);
          const inSight = [Math.floor(top / rowHeight), Math.floor((top + height) / rowHeight)];
          for (const row of inSight) if (row < total) expect(row >= start && row < end).toBe(true);
        },
      ),
    );
  });
});

describe('languageOf', () => {
  it.each([
    ['駅前の花屋で待つ', 'ja'],
    ['學而時習之', 'zh'],
    ['하얀 눈이 내린다', 'ko'],
    ['וַיְהִי בִּימֵי', 'he'],
    ['بسم الله', 'ar'],
    ['The quay at night', ''],
    ['It says 駅 once, in a long English sentence.', ''],
    ['', ''],
  ])('%s is “%s”', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('a key', () => {
  const press = (key: string, more: Partial<KeyPress> = {}): ReturnType<typeof commandOf> =>
    commandOf({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isTyping: false,
      isDialogOpen: false,
      ...more,
    });

  it('does what the help says, in either case', () => {
    expect(KEYS.map(({ key }) => press(key))).toEqual(KEYS.map(({ command }) => command));
    expect(press('N')).toBe('next');
    expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
  });

  it('does nothing while somebody writes, chooses, or uses a shortcut of the browser', () => {
    expect(press('v', { isTyping: true })).toBeUndefined();
    expect(press('v', { isDialogOpen: true })).toBeUndefined();
    expect(press('r', { ctrlKey: true })).toBeUndefined();
    expect(press('r', { metaKey: true })).toBeUndefined();
    expect(press('Enter')).toBeUndefined();
  });
});

describe('settledSentence', () => {
  it('says what was done, what was left, and how much is left to do', () => {
    const row = {
      id: 'a',
      at: 0,
      label: 'ch. 1',
      chapter: '',
      status: 'vetoed',
      requested: 'semantic',
      hint: '',
    } as const;
    const meters = {
      fragments: 5,
      exposures: { text: 0, semantic: 0, locator: 5, none: 0 },
      asked: 5,
      decided: 2,
      gistShare: 0,
      gistBudget: 0.15,
      isBudgetEnforced: false,
    };
    expect(settledSentence('veto', { changed: [row], skipped: [] }, meters)).toBe(
      'Vetoed. 3 left to decide.',
    );
    expect(
      settledSentence(
        'review',
        { changed: [row, row], skipped: [{ id: 'b', label: 'ch. 2', reason: 'there is no gist' }] },
        meters,
      ),
    ).toBe(
      'Marked as reviewed: 2. 1 fragment left as it was: ch. 2, for example, there is no gist. 3 left to decide.',
    );
    expect(settledSentence('veto', { changed: [], skipped: [] }, undefined)).toBe('Nothing to change.');
  });
});
