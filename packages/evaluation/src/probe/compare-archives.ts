/**
 * Existence of what is exposed as `none`: an archive with it and one without it must answer alike to the byte.
 */
import type { Search } from '@archive/contract';
import { answerOf } from './score-oracle.ts';

/** Number of questions that two archives answer differently, under every filter a caller may set on the layer. */
export async function compareArchives(
  one: Search,
  other: Search,
  questions: readonly string[],
): Promise<number> {
  let different = 0;
  for (const question of questions) {
    let isSame = true;
    for (const filters of [{}, { raw: 'private' as const }]) {
      const [here, there] = [
        await answerOf(one, question, filters),
        await answerOf(other, question, filters),
      ];
      isSame &&= JSON.stringify(here) === JSON.stringify(there);
    }
    if (!isSame) different++;
  }
  return different;
}
