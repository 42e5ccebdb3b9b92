/**
 * Finds runs a description shares with private works other than its own.
 *
 * One matcher over all private text, made on the first question, tells nearly every gist apart at once; only a run found
 * there is looked for work by work, each under its own window, so that asking for all gists of an archive costs about as
 * much as reading it. A run that stands in public text as well is no secret and does not count.
 */
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import type { TextPosition } from '@archive/text';
import { createEntityMatcher, type EntityMatcher } from './entity-matcher.ts';
import { fragmentIdOrder } from './entity-lint-text.ts';
import { sharedRunError } from './lint-context.ts';
import { resolveLintPolicy } from './lint-policy.ts';
import { createMatcherOfTexts, type PrivateTextMatcher } from './private-text-matcher.ts';
import type { RunWindow } from './run-window.ts';

/** A work as the comparison needs it. */
export interface ComparedWork {
  entity: Entity;
  /** All fragments, in source order. */
  fragments: readonly (Fragment | FragmentInput)[];
}

/** All works of an archive, ready to be compared with the gists of each other. */
export interface OtherWorksMatcher {
  /**
   * The first run, in reading order, that a gist of one work shares with another private work.
   *
   * @param entityId  the work the gist describes: its own text is left out
   * @param terms     names and titles that add nothing to a run, beside those of the work that holds it
   */
  firstRun(gist: string, entityId: string, terms?: readonly string[]): TextPosition | undefined;
}

/** Makes the matcher of an archive. Cost: linear in its text, on the first question. */
export function createOtherWorksMatcher(works: readonly ComparedWork[]): OtherWorksMatcher {
  return new WorksMatcher(works);
}

/**
 * Refuses a gist that quotes another private work.
 *
 * @throws {PublicSafeLintError} naming path and position; never the other work, the gist or the run
 */
export function assertQuotesNoOtherWork(
  gist: string,
  context: { path: string; entity: Entity; others: OtherWorksMatcher },
): void {
  const { path, entity, others } = context;
  const positions = others.firstRun(gist, entity.id, entity.policy?.lint?.terms);
  if (positions !== undefined) throw sharedRunError(path, 'gist', 'another private work', positions);
}

class WorksMatcher implements OtherWorksMatcher {
  readonly #private: readonly ComparedWork[];
  readonly #publicTexts: readonly string[];
  readonly #byWork = new Map<string, EntityMatcher>();
  #all: PrivateTextMatcher | undefined;
  #public: string | undefined;

  constructor(works: readonly ComparedWork[]) {
    this.#private = works.filter(({ entity }) => entity.disclosure.raw === 'private');
    this.#publicTexts = works
      .filter(({ entity }) => entity.disclosure.raw === 'public')
      .flatMap(({ entity, fragments }) => {
        const shown = fragments.filter((fragment) => isShown(fragment, entity));
        return shown.length === 0 ? [] : [entity.title, ...shown.map(({ text }) => text)];
      });
  }

  firstRun(gist: string, entityId: string, terms: readonly string[] = []): TextPosition | undefined {
    if (this.#private.length === 0 || this.#sifter().firstRun(gist) === undefined) return undefined;
    let first: TextPosition | undefined;
    for (const work of this.#private) {
      if (work.entity.id === entityId) continue;
      const matcher = this.#matcherOf(work);
      const window = { ...matcher.window, terms: [...(matcher.window.terms ?? []), ...terms] };
      if (matcher.firstRun(gist, { window }) === undefined) continue;
      const found = matcher.firstRun(gist, { window, released: this.#publicText() });
      if (found !== undefined && (first === undefined || found.from < first.from)) first = found;
    }
    return first;
  }

  /** All private text under the narrowest window any work has: finds at least what the works find one by one. */
  #sifter(): PrivateTextMatcher {
    if (this.#all === undefined) {
      const texts: string[] = [];
      const idOrder: number[] = [];
      for (const { fragments } of this.#private) {
        for (const place of fragmentIdOrder(fragments)) idOrder.push(texts.length + place);
        for (const { text } of fragments) texts.push(text);
      }
      this.#all = createMatcherOfTexts({ texts, idOrder, madeFrom: [], window: narrowest(this.#private) });
    }
    return this.#all;
  }

  #matcherOf({ entity, fragments }: ComparedWork): EntityMatcher {
    let matcher = this.#byWork.get(entity.id);
    if (matcher === undefined) {
      matcher = createEntityMatcher(entity, fragments);
      this.#byWork.set(entity.id, matcher);
    }
    return matcher;
  }

  #publicText(): string {
    this.#public ??= this.#publicTexts.join('\n\n');
    return this.#public;
  }
}

/** Whether a reader may see the text: an input that asks for nothing has what its work has. */
function isShown(fragment: Fragment | FragmentInput, { disclosure }: Entity): boolean {
  const exposure = 'disclosure' in fragment ? fragment.disclosure.exposure : fragment.exposure;
  return (exposure ?? disclosure.exposure) === 'text';
}

function narrowest(works: readonly ComparedWork[]): RunWindow {
  const policies = works.map(({ entity }) => resolveLintPolicy(entity.policy?.lint));
  return {
    words: Math.min(...policies.map(({ ngramWords }) => ngramWords)),
    chars: Math.min(...policies.map(({ ngramChars }) => ngramChars)),
  };
}
