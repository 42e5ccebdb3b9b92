/**
 * Private works that ask for descriptions, with other texts every round; a process that knows seed and round has the same.
 */
import type { DraftableWork } from '@archive/drafter';
import { createProse } from './invented-prose.ts';
import { createRandom } from './seeded-random.ts';

/** How large a round is. */
export interface RoundSize {
  readonly works: number;
  readonly fragments: number;
}

/** The works of a round. One fragment in ten is not asked for. */
export function worksOfRound(round: number, seed: number, { works, fragments }: RoundSize): DraftableWork[] {
  const random = createRandom(seed * 1_000_003 + round);
  const prose = createProse(random);
  return Array.from({ length: works }, (_, work): DraftableWork => {
    const id = `book:shelf-${work + 1}`;
    return {
      file: `shelf-${work + 1}/01.md`,
      entity: {
        id,
        type: 'book',
        title: `Shelf ${work + 1}`,
        attribution: [],
        url: `https://shelf.example/${work + 1}`,
        identifiers: [],
        disclosure: { raw: 'private', exposure: 'semantic' },
      },
      fragments: Array.from({ length: fragments }, (__, at) => ({
        id: `${id}#ch${at + 1}`,
        entityId: id,
        locator: [{ scheme: 'chapter', value: String(at + 1) }],
        text: `${prose.paragraph(random.chance(0.8) ? 'latin' : 'japanese', 6)} (${round}.${work}.${at})`,
        ...(at % 10 === 9 ? { exposure: 'locator' as const } : {}),
      })),
    };
  });
}
