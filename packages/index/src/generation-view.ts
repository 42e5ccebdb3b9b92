/**
 * An index looked at by ids, for comparing one generation with another.
 */
import type { Exposure } from '@archive/contract';
import { isServableGist, type Embeds, type Entity, type Fragment } from '@archive/contract/private';
import { entityStrings, fragmentStrings } from './plain-strings.ts';
import type { PrivateIndex } from './private-index.ts';
import { EXPOSURE_RANK } from './resolve-disclosure.ts';

/** An index by ids. */
export class GenerationView {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly embeds: ReadonlyMap<string, Embeds>;
  readonly byEntity = new Map<string, Fragment[]>();

  constructor(index: PrivateIndex | undefined) {
    this.entities = new Map(index?.entities.map((entity) => [entity.id, entity]));
    this.fragments = new Map(index?.entries.map(({ fragment }) => [fragment.id, fragment]));
    this.embeds = new Map(index?.entries.map(({ fragment, embeds = 'text' }) => [fragment.id, embeds]));
    for (const fragment of this.fragments.values()) {
      const siblings = this.byEntity.get(fragment.entityId);
      if (siblings === undefined) this.byEntity.set(fragment.entityId, [fragment]);
      else siblings.push(fragment);
    }
  }

  /** The widest exposure of a work's fragments. */
  widest(entityId: string): Exposure {
    const exposures = (this.byEntity.get(entityId) ?? []).map(exposureOf);
    return exposures.reduce<Exposure>((a, b) => (isWider(a, b) ? b : a), 'none');
  }

  /** The gists a work serves. */
  gists(entityId: string): Set<string> {
    const gists = (this.byEntity.get(entityId) ?? []).map((fragment) =>
      servedGist(fragment, this.entities.get(entityId)),
    );
    return new Set(gists.filter((gist) => gist !== undefined));
  }

  /** What a work states of itself, if it is served. */
  entityStrings(entityId: string): string[] {
    const entity = this.entities.get(entityId);
    const widest = this.widest(entityId);
    return entity === undefined || widest === 'none' ? [] : entityStrings(entity, widest === 'text');
  }

  fragmentStrings(fragment: Fragment): string[] {
    return fragmentStrings(fragment, this.entities.get(fragment.entityId));
  }
}

/** The gist a fragment serves; undefined when it serves none. */
export function servedGist(fragment: Fragment, entity: Entity | undefined): string | undefined {
  if (entity === undefined || exposureOf(fragment) !== 'semantic' || !isServableGist(fragment, entity))
    return undefined;
  return fragment.projection.gist;
}

/** The exposure a fragment has. */
export function exposureOf({ disclosure }: Fragment): Exposure {
  return disclosure.exposure;
}

/** Whether `to` reveals more than `from`. */
export function isWider(from: Exposure, to: Exposure): boolean {
  return EXPOSURE_RANK[to] > EXPOSURE_RANK[from];
}
