/**
 * The strings of a work that a served index states word for word beside the text, for the known-text rule.
 *
 * A paragraph leaves an archive as a summary, a title or a locator value no less than as text (decisions 1.8). Titles,
 * names and the like are looked at from eight words on: shorter ones are met in private notes about the work as well.
 */
import { hasUnspacedScript, shingles } from '@archive/text';
import type { Attribution } from '@archive/contract';
import { isServableGist, type Entity, type Fragment } from '@archive/contract/private';

/** What a work states for all of its fragments: title, version, creators and, with public text, themes. */
export function entityStrings(
  { title, version, attribution, themes = [] }: Entity,
  hasText: boolean,
): string[] {
  return [title, version, ...people(attribution), ...(hasText ? themes : [])].filter(isLongLabel);
}

/** What a fragment states beside its text: places, speakers, gist and, exposed as text, summary and themes. */
export function fragmentStrings(fragment: Fragment, entity: Entity | undefined): string[] {
  const { disclosure, locator, attribution = [], summary, themes = [] } = fragment;
  if (disclosure.exposure === 'none') return [];
  const labels = [...locator.flatMap(({ value, end }) => [value, end]), ...people(attribution)];
  if (disclosure.exposure === 'text')
    return [...[...labels, ...themes].filter(isLongLabel), ...[summary].filter(isStated)];
  const isGistServed =
    disclosure.exposure === 'semantic' && entity !== undefined && isServableGist(fragment, entity);
  return [...labels.filter(isLongLabel), ...(isGistServed ? [fragment.projection.gist] : [])];
}

function people(attribution: readonly Attribution[]): (string | undefined)[] {
  return attribution.flatMap(({ name, role }) => [name, role]);
}

function isStated(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function isLongLabel(value: string | undefined): value is string {
  if (value === undefined || value.length < LABEL_MIN_WORDS) return false;
  let size = 0;
  for (const unit of shingles(value, 1, { chars: 1 })) size += hasUnspacedScript(unit) ? 1 : 2;
  return size >= LABEL_MIN_WORDS * 2;
}

/** Fewest words of a title, name, theme or place that is compared; each counts as two unspaced characters. */
const LABEL_MIN_WORDS = 8;
