/**
 * Hits of made-up works, for tests of what a page does with them.
 */
import type { EvidenceHit, Locator } from '@archive/contract';

/** What a test says of a hit; the rest is the same for all. */
export interface HitFacts {
  work?: string;
  parent?: string;
  date?: string;
  raw?: 'public' | 'private';
  exposure?: 'text' | 'locator';
  url?: string;
  locator?: Locator[];
}

/** Makes a hit. */
export function hit(key: string, facts: HitFacts = {}): EvidenceHit {
  const { work = 'essay:a', parent, date, raw = 'public', exposure = 'text', locator } = facts;
  const provenance = {
    fragmentId: `${work}#${key}`,
    entity: {
      id: work,
      type: 'essay',
      title: `Title of ${work}`,
      attribution: [],
      url: facts.url ?? `http://localhost:8787/e/${work}`,
      identifiers: [],
      ...(parent === undefined ? {} : { parent }),
    },
    raw,
    locator: locator ?? [{ scheme: 'section', value: key }],
    locatorLabel: `§${key}`,
    ...(date === undefined ? {} : { date }),
    score: 0.5,
  };
  // The type rules out a private text hit; so do the tests.
  return (
    exposure === 'text' ? { ...provenance, exposure, text: 'Words.' } : { ...provenance, exposure }
  ) as EvidenceHit;
}
