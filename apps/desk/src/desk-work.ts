/**
 * A work on the desk: as it was read, with the matchers that are made once and kept.
 */
import type { Entity, FragmentInput } from '@archive/contract/private';
import type { AuthorContext } from '@archive/drafter';
import type { WorkReading } from '@archive/ingest';
import { createEntityMatcher, type EntityMatcher, type OtherWorksMatcher } from '@archive/lint';
import type { TextPosition } from '@archive/text';
import { rememberingMatcher } from './remembering-matcher.ts';

/** One work. */
export class DeskWork {
  readonly reading: WorkReading;
  readonly #others: OtherWorksMatcher | undefined;
  readonly #places: ReadonlyMap<string, number>;
  readonly #foreignRuns = new Map<string, TextPosition | undefined>();
  #matcher: EntityMatcher | undefined;

  /** @param others  knows the other private works of the archive; undefined when there are none */
  constructor(reading: WorkReading, others: OtherWorksMatcher | undefined) {
    this.reading = reading;
    this.#others = others;
    this.#places = new Map(reading.fragments.map(({ id }, at) => [id, at]));
  }

  get entity(): Entity {
    return this.reading.entity;
  }

  get fragments(): readonly FragmentInput[] {
    return this.reading.fragments;
  }

  /** The place of a fragment in the work; undefined when it is of another. */
  placeOf(fragmentId: string): number | undefined {
    return this.#places.get(fragmentId);
  }

  /** Made when first asked for; a book of 1 MB takes about a second. */
  get matcher(): EntityMatcher {
    this.#matcher ??= rememberingMatcher(createEntityMatcher(this.entity, this.fragments));
    return this.#matcher;
  }

  /** The first run a gist of this work shares with another private work. */
  foreignRun(gist: string): TextPosition | undefined {
    if (this.#others === undefined) return undefined;
    if (!this.#foreignRuns.has(gist)) {
      if (this.#foreignRuns.size >= MAX_REMEMBERED) this.#foreignRuns.clear();
      const { id, policy } = this.entity;
      this.#foreignRuns.set(gist, this.#others.firstRun(gist, id, policy?.lint?.terms));
    }
    return this.#foreignRuns.get(gist);
  }

  /** What an action of the author needs to know about it. */
  context(at: string): AuthorContext {
    const { entity, fragments, file } = this.reading;
    return {
      entity,
      fragments,
      file,
      at,
      matcher: this.matcher,
      ...(this.#others === undefined ? {} : { others: this.#others }),
    };
  }
}

/** Gists remembered for one work before all are forgotten. */
const MAX_REMEMBERED = 20_000;
