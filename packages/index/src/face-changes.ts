/**
 * The hits that look otherwise to a caller after a publish, part by part.
 */
import type { Exposure } from '@archive/contract';
import type { Fragment } from '@archive/contract/private';
import { canonicalJson } from './canonical-json.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { exposureOf, type GenerationView, servedGist } from './generation-view.ts';

/** A fragment that begins or ceases to be served. */
export interface ServedChange {
  entityId: string;
  fragmentId: string;
  exposure: Exposure;
}

/** A fragment that is served now and next, and looks otherwise to a caller. */
export interface FaceChange extends ServedChange {
  /** What is another: `exposure`, `work` (title, names, dates, address), `place`, `speakers`, `date`, `text`, `gist`. */
  parts: string[];
}

/** What a caller sees of a fragment, by part. */
function facesOf(view: GenerationView, { id, entityId }: Fragment): Record<string, unknown> | undefined {
  const fragment = view.fragments.get(id);
  const entity = view.entities.get(entityId);
  if (fragment === undefined || entity === undefined || exposureOf(fragment) === 'none') return undefined;
  const { themes: _themes, disclosure: _disclosure, policy: _policy, ...work } = entity;
  const isText = exposureOf(fragment) === 'text';
  return {
    exposure: exposureOf(fragment),
    work: { ...work, raw: entity.disclosure.raw },
    place: fragment.locator,
    speakers: fragment.attribution ?? [],
    date: fragment.date ?? null,
    text: isText ? [fragment.text, fragment.summary ?? null] : null,
    gist: servedGist(fragment, entity) ?? null,
  };
}

/** Fragments served in both generations whose hits differ, by id. */
export function faceChanges(before: GenerationView, after: GenerationView): FaceChange[] {
  return [...after.fragments.values()]
    .flatMap((fragment): FaceChange[] => {
      const [was, is] = [facesOf(before, fragment), facesOf(after, fragment)];
      if (was === undefined || is === undefined) return [];
      const parts = Object.keys(is).filter((part) => canonicalJson(was[part]) !== canonicalJson(is[part]));
      const { id, entityId } = fragment;
      return parts.length === 0 ? [] : [{ entityId, fragmentId: id, exposure: exposureOf(fragment), parts }];
    })
    .sort((a, b) => byCodeUnit(a.fragmentId, b.fragmentId));
}
