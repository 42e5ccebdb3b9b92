import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BREAK, GramTable, UNKNOWN } from './gram-table.ts';

/** Compares every window with every window. */
function occurs(units: readonly number[], probe: readonly number[], start: number, length: number): boolean {
  const window = probe.slice(start, start + length);
  if (window.length < length || window.includes(UNKNOWN)) return false;
  return units.some((_, at) => {
    const other = units.slice(at, at + length);
    return (
      other.length === length && !other.includes(BREAK) && other.every((unit, step) => unit === window[step])
    );
  });
}

describe('GramTable', () => {
  it('answers as comparing every window with every window does', () => {
    const unit = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: unit }, fc.constant(BREAK)), { maxLength: 60 }),
        fc.array(fc.oneof({ weight: 8, arbitrary: unit }, fc.constant(UNKNOWN)), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.integer({ min: 1, max: 6 }),
        (units, probe, length) => {
          const table = new GramTable(Int32Array.from(units), length);
          const asked = Int32Array.from(probe);
          for (let start = 0; start < probe.length; start++) {
            expect(table.has(asked, start)).toBe(occurs(units, probe, start, length));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps apart windows that fall into one bucket', () => {
    // 4,000 random windows against a table of 16 buckets or more: many share one.
    const units = Array.from({ length: 40 }, (_, at) => ((at * 7919) % 101) + 1);
    const table = new GramTable(Int32Array.from(units), 2);
    const held = new Set(units.slice(0, -1).map((unit, at) => `${unit} ${units[at + 1]}`));
    for (let left = 1; left <= 101; left++) {
      for (let right = 1; right <= 40; right++) {
        expect(table.has(Int32Array.of(left, right), 0)).toBe(held.has(`${left} ${right}`));
      }
    }
  });

  it('holds nothing when the sequence is shorter than the window', () => {
    expect(new GramTable(Int32Array.of(), 3).has(Int32Array.of(1, 2, 3), 0)).toBe(false);
    expect(new GramTable(Int32Array.of(1, 2), 3).has(Int32Array.of(1, 2, 3), 0)).toBe(false);
  });
});
