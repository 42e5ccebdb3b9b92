/**
 * Looks for canaries in everything an archive could release, and in what the descriptions of one work say together.
 *
 * Findings name a canary by its number and the place by id and field. Wording is never part of a finding.
 */
import type { EvidenceHit } from '@archive/contract';
import { hasUnspacedScript } from '@archive/text';
import { type Canary, type PreparedText, prepareText } from './canary.ts';

/** One canary in one place. */
export interface CanaryFinding {
  /** Number of the canary in its list, from 1. */
  canary: number;
  /** The field it stands in, such as `gist` or `entity.title`; `gists together` for the descriptions of a work joined. */
  field: string;
  /** The fragment; the work, when the field is one of the work or of its descriptions together. */
  id: string;
}

/** Sweeps hits. Each finding once, in the order of the hits and then of the canaries. */
export function sweepCanaries(canaries: readonly Canary[], hits: Iterable<EvidenceHit>): CanaryFinding[] {
  const sweep = new Sweep(canaries);
  const gists = new Map<string, string[]>();
  for (const hit of hits) {
    const { entity, ...own } = hit;
    sweep.walk(own, '', hit.fragmentId);
    sweep.walk(entity, 'entity', entity.id);
    if (hit.exposure === 'semantic') gists.set(entity.id, [...(gists.get(entity.id) ?? []), hit.gist]);
  }
  for (const [id, parts] of gists) if (parts.length > 1) sweep.joined(parts, id);
  return sweep.findings;
}

/** Sweeps any value made of strings, lists and records: an answer, for one. `id` says what it belongs to. */
export function sweepStrings(canaries: readonly Canary[], value: unknown, id: string): CanaryFinding[] {
  const sweep = new Sweep(canaries);
  sweep.walk(value, '', id);
  return sweep.findings;
}

/** Whether any string of the hits is written, in part, without spaces. */
export function holdsUnspacedText(hits: Iterable<EvidenceHit>): boolean {
  for (const hit of hits) for (const { text } of stringsOf(hit, '')) if (hasUnspacedScript(text)) return true;
  return false;
}

class Sweep {
  readonly findings: CanaryFinding[] = [];
  readonly #canaries: readonly Canary[];
  readonly #seen = new Set<string>();
  readonly #known = new Map<string, readonly number[]>();

  constructor(canaries: readonly Canary[]) {
    this.#canaries = canaries;
  }

  walk(value: unknown, at: string, id: string): void {
    for (const { text, field } of stringsOf(value, at))
      for (const canary of this.#in(text)) this.#add({ canary, field, id });
  }

  /** A canary that one part holds already says nothing new of the whole. */
  joined(parts: readonly string[], id: string): void {
    const alone = new Set(parts.flatMap((part) => this.#in(part)));
    for (const canary of this.#in(parts.join(' ')))
      if (!alone.has(canary)) this.#add({ canary, field: 'gists together', id });
  }

  #in(text: string): readonly number[] {
    let numbers = this.#known.get(text);
    if (numbers === undefined) {
      const prepared: PreparedText = prepareText(text);
      numbers = this.#canaries.filter((canary) => canary.occursIn(prepared)).map(({ number }) => number);
      this.#known.set(text, numbers);
    }
    return numbers;
  }

  #add(finding: CanaryFinding): void {
    const key = JSON.stringify([finding.canary, finding.field, finding.id]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.findings.push(finding);
  }
}

/** Every string inside, with the names of the fields that lead to it; places in lists are left out. */
function* stringsOf(value: unknown, field: string): Generator<{ text: string; field: string }> {
  if (typeof value === 'string') yield { text: value, field };
  else if (Array.isArray(value)) for (const part of value) yield* stringsOf(part, field);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value))
      yield* stringsOf(part, field === '' ? key : `${field}.${key}`);
}
