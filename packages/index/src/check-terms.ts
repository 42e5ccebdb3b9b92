/**
 * Holds the lint terms of every work to what is served: a term is free in a gist only because a reader can meet it anyway.
 *
 * Costs nothing for an index without terms (decisions 2.7).
 */
import type { Attribution } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { checkLintTerms, LintPolicyError, lintWordCount } from '@archive/lint';
import type { Checker } from './refusal.ts';

/** Checks number and occurrence of the terms of every entity. @throws {IndexFormatError} naming the term by its place */
export function checkTerms(
  checker: Checker,
  entities: readonly Entity[],
  fragments: readonly Fragment[],
): void {
  const termsOf = ({ policy }: Entity): readonly string[] => policy?.lint?.terms ?? [];
  const wordCounts = new Map(
    entities.filter((entity) => termsOf(entity).length > 0).map(({ id }) => [id, 0]),
  );
  for (const { entityId, text } of fragments) {
    const count = wordCounts.get(entityId);
    if (count !== undefined) wordCounts.set(entityId, count + lintWordCount(text));
  }
  const served = wordCounts.size === 0 ? [] : [...servedStrings(entities, fragments)];
  entities.forEach((entity, at) => {
    const entityWordCount = wordCounts.get(entity.id);
    if (entityWordCount === undefined) return;
    try {
      checkLintTerms(termsOf(entity), { servedStrings: served, entityWordCount });
    } catch (error) {
      if (!(error instanceof LintPolicyError)) throw error;
      throw checker.refuse(`entities[${at}].${error.field}`, 'is not a term this archive allows', error.help);
    }
  });
}

/** Titles, names and public text of everything that is served. */
function* servedStrings(entities: readonly Entity[], fragments: readonly Fragment[]): Generator<string> {
  const served = new Set<string>();
  for (const { entityId, disclosure, text, attribution = [] } of fragments) {
    if (disclosure.exposure === 'none') continue;
    served.add(entityId);
    yield* names(attribution);
    if (disclosure.exposure === 'text') yield text;
  }
  for (const { id, title, attribution } of entities) {
    if (!served.has(id)) continue;
    yield title;
    yield* names(attribution);
  }
}

function names(attribution: readonly Attribution[]): string[] {
  return attribution.map(({ name }) => name);
}
