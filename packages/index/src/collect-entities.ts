/**
 * Gathers what readers found, one work with one fragment at a time, into works with their fragments.
 *
 * A work may be described once or many times, but always the same: descriptions are compared by content, keys sorted at
 * every level. Errors name positions, for ids can be authored strings.
 */
import { ArchiveError } from '@archive/contract';
import type { Entity } from '@archive/contract/private';
import { canonicalJson } from './canonical-json.ts';
import { byCodeUnit } from './code-unit-order.ts';

/** A fragment beside the work it belongs to. */
export interface EntityPair<F> {
  entity: Entity;
  fragment: F;
  /** The file it was read from, to name in errors. */
  path?: string;
}

/** A work with all its fragments, in the order they came. */
export interface CollectedEntity<F> {
  entity: Entity;
  fragments: F[];
}

/** Raised when pairs do not add up to works. */
export class CollectError extends ArchiveError {
  /** Positions of the pairs at odds, from 0. */
  readonly positions: readonly number[];

  constructor({ positions, problem, help }: { positions: readonly number[]; problem: string; help: string }) {
    super('collect', { message: problem, help });
    this.positions = positions;
  }
}

/**
 * Groups pairs by work.
 *
 * @returns works by id in code unit order, fragments in the order they came
 * @throws {CollectError} when a work is described in two ways, a fragment names another work, or an id comes twice
 */
export function collectEntities<F extends { id: string; entityId: string }>(
  pairs: readonly EntityPair<F>[],
): CollectedEntity<F>[] {
  const works = new Map<string, CollectedEntity<F> & { description: string; first: number }>();
  const fragmentPositions = new Map<string, number>();
  pairs.forEach(({ entity, fragment }, at) => {
    if (fragment.entityId !== entity.id) {
      throw new CollectError({
        positions: [at],
        problem: `${name(pairs, at)} holds a fragment of another work`,
        help: 'put each fragment beside the work whose id it states',
      });
    }
    const earlier = fragmentPositions.get(fragment.id);
    if (earlier !== undefined) {
      throw new CollectError({
        positions: [earlier, at],
        problem: `${name(pairs, earlier)} and ${name(pairs, at)} have the same fragment id`,
        help: 'give each fragment of a work a place of its own',
      });
    }
    fragmentPositions.set(fragment.id, at);
    const description = canonicalJson(entity);
    const known = works.get(entity.id);
    if (known === undefined) {
      works.set(entity.id, { entity, fragments: [fragment], description, first: at });
      return;
    }
    if (known.description !== description) {
      throw new CollectError({
        positions: [known.first, at],
        problem: `${name(pairs, known.first)} and ${name(pairs, at)} describe one work in two ways`,
        help: 'give both the same front matter, or two ids',
      });
    }
    known.fragments.push(fragment);
  });
  return [...works.values()]
    .map(({ entity, fragments }) => ({ entity, fragments }))
    .sort((a, b) => byCodeUnit(a.entity.id, b.entity.id));
}

function name(pairs: readonly EntityPair<unknown>[], at: number): string {
  const path = pairs[at]?.path;
  return path === undefined ? `pair ${at}` : `pair ${at} (\`${path}\`)`;
}
