import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spellsPassage } from './hidden-initials.ts';

const passage = 'The seven keys of Ravenscar lay in the drawer.';

describe('spellsPassage', () => {
  it.each([
    ['initials', 'Rain and Very Early Night Soon Cover A Road.', true],
    ['initials read backward', 'Roads Are Cold; Some Night Even Violets Ache, Rarely.', true],
    ['last letters', 'Her Opera; of Rev. even in pianos music a car.', false],
    ['last letters that do spell', 'sour sea rev. we ran yes, music: villa, car', true],
    ['across words of the passage', 'Some Elders Vow Every Night: Keep Every Yearly Secret', true],
    ['initials of another case and with marks', 'ráin ánd véry éarly night sóon cover a road', true],
    ['seven letters, which may be chance', 'Rain And Very Early Night Soon Come.', false],
    ['nothing', 'A man hides which of several things in his care matters most to others.', false],
  ])('looks at %s', (_, draft, spells) => {
    expect(spellsPassage(draft, passage)).toBe(spells);
  });

  // Real summaries are used where they are at hand; they are not part of this repository.
  const pairs = join(import.meta.dirname, '../../../../shared/data/D_scitldr_dev/pairs.jsonl');
  it.runIf(existsSync(pairs))(
    'finds nothing in honest summaries, one in five, beside 20 times as much text',
    () => {
      const read = readFileSync(pairs, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { source: string; summaries: string[] });
      const found = read.flatMap(({ summaries }, at) => {
        if (at % 5 !== 0) return [];
        const passages = read.slice(at, at + 20).map(({ source }) => source);
        return summaries.filter((summary) => spellsPassage(summary, passages.join(' ')));
      });
      expect(found).toEqual([]);
    },
    60_000,
  );
});
