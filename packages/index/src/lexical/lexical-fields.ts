/**
 * What of a fragment may be looked up, lane by lane (decisions 1.5): only what a hit on it shows.
 *
 * Invariant: text, summary and date of what is not public and exposed as text are never read here, so that editing them
 * changes no byte of any lexical structure.
 */
import type { Attribution } from '@archive/contract';
import { isServableGist, type Entity, type Fragment } from '@archive/contract/private';
import { authoredValues } from '../face-text.ts';

/** A string to be analysed and how much each of its words counts. */
export interface LexicalField {
  readonly text: string;
  readonly weight: number;
}

/** What one fragment gives to the lanes. */
export interface LexicalFields {
  readonly lane: 'text' | 'face';
  readonly fields: readonly LexicalField[];
  /** Only of a fragment exposed as semantic, when its gist may be served. */
  readonly gist?: string;
  /** Identifiers stated of the work, and clause numbers of the place where the text is public. */
  readonly identifiers: readonly string[];
}

/** How much a word counts, by the field it stands in; whole numbers, so that counts stay whole. */
const FIELD_WEIGHTS = { title: 2, text: 1, summary: 1, names: 1, gist: 1 } as const;

/** Reads the fields of a fragment; undefined when nothing of it is served. */
export function lexicalFields(entity: Entity, fragment: Fragment): LexicalFields | undefined {
  const { raw, exposure } = fragment.disclosure;
  if (exposure === 'none') return undefined;
  const shown: LexicalField[] = [{ text: entity.title, weight: FIELD_WEIGHTS.title }];
  for (const text of shownOnce(entity, fragment)) shown.push({ text, weight: FIELD_WEIGHTS.names });
  const identifiers = entity.identifiers.filter(({ scheme }) => scheme !== 'url').map(({ value }) => value);
  if (raw === 'public' && exposure === 'text') {
    if (fragment.summary !== undefined) shown.push({ text: fragment.summary, weight: FIELD_WEIGHTS.summary });
    shown.push({ text: fragment.text, weight: FIELD_WEIGHTS.text });
    return {
      lane: 'text',
      fields: shown,
      identifiers: [...identifiers, ...fragment.locator.flatMap(({ value, end = '' }) => [value, end])],
    };
  }
  const face = { lane: 'face', fields: shown, identifiers } as const;
  return exposure === 'semantic' && isServableGist(fragment, entity)
    ? { ...face, gist: fragment.projection.gist }
    : face;
}

/** Authored places and names, each once. */
function shownOnce(entity: Entity, fragment: Fragment): Iterable<string> {
  const once = [
    ...authoredValues(fragment.locator),
    ...names(entity.attribution),
    ...names(fragment.attribution ?? []),
  ];
  return once.length < 2 ? once : new Set(once);
}

function names(attribution: readonly Attribution[]): string[] {
  return attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
}
