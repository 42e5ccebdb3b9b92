/**
 * How many takedowns are in force, in one line, for commands that look at an archive.
 */
import path from 'node:path';
import { readTakedowns, type Takedown, TAKEDOWNS_FILE } from '@archive/api';
import { readServedIndex } from '@archive/index/served';
import { quantity } from '@archive/ingest';

/**
 * The entries of the list of an output folder; none when there is no list.
 *
 * @throws {TakedownListError} for a list that cannot be understood: nothing is served then
 */
export async function takedownsOf(out: string): Promise<readonly Takedown[]> {
  return (await readTakedowns(path.join(out, TAKEDOWNS_FILE)))?.takedowns ?? [];
}

/** Ids of works and fragments in the published index, taken down or not; undefined when it cannot be opened. */
export async function publishedIds(out: string): Promise<ReadonlySet<string> | undefined> {
  const index = await readServedIndex(out).catch(() => undefined);
  if (index === undefined) return undefined;
  return new Set([...index.entities.keys(), ...Array.from(index.entries, ({ fragment }) => fragment.id)]);
}

/** The line. `published` as {@link publishedIds} gives it. */
export function takedownsInForce(
  takedowns: readonly Takedown[],
  published: ReadonlySet<string> | undefined,
): string {
  if (takedowns.length === 0) return 'nothing is taken down';
  const idle = published === undefined ? 0 : takedowns.filter(({ id }) => !published.has(id)).length;
  const rest =
    idle === 0 ? '' : `, ${idle} of which ${idle === 1 ? 'matches' : 'match'} nothing that is published`;
  return `${quantity(takedowns.length, 'takedown is', 'takedowns are')} in force${rest}`;
}
