/**
 * Guards what names a work that is wholly withheld: its title, its people, its id and its file, none of which may come out.
 *
 * Each is shorter than a run of the scanner, so it is searched for as a phrase. One that also stands in released text or
 * our own words could be found anywhere, and a very short one by accident: they are not searched for, and counted.
 */
import path from 'node:path';
import type { Random, RunSweep } from '@archive/evaluation';
import type { PrivateIndex } from '@archive/index';
import { hasUnspacedScript } from '@archive/text';
import type { IdPrinter } from '../keyed-ids.ts';

/** Entities of which no fragment is released in any way. */
export function withheldEntities({ entities, entries }: PrivateIndex): PrivateIndex['entities'] {
  const released = new Set(
    entries.flatMap(({ fragment: { entityId, disclosure } }) =>
      disclosure.exposure === 'none' ? [] : [entityId],
    ),
  );
  return entities.filter(({ id }) => !released.has(id));
}

/** What there is to guard. */
export interface WithheldNames {
  readonly own: PrivateIndex;
  /** Files of works by id of the work, relative to the archive. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of people that are released with other works; these are nothing to guard. */
  readonly known: ReadonlySet<string>;
  readonly show: IdPrinter;
  readonly random: Random;
}

/**
 * Guards them; everything that is allowed must be known to the scanner before.
 *
 * @returns how many could not be: too short, also in what is released, or of more works than are guarded
 */
export function guardWithheld(sweep: RunSweep, { own, files, known, show, random }: WithheldNames): number {
  let unguarded = 0;
  const withheld = withheldEntities(own);
  const drawn = random.sample(withheld, Math.min(withheld.length, MOST_WORKS));
  const namesOf = ({ id, title, attribution }: PrivateIndex['entities'][number]): [string, string][] => {
    const file = files.get(id);
    return [
      ['title', title],
      ['id', id],
      ...attribution.flatMap(({ name }): [string, string][] => (known.has(name) ? [] : [['name', name]])),
      ...(file === undefined ? [] : [['file name', tellingName(file)] as [string, string]]),
    ];
  };
  const seen = new Set<string>();
  for (const entity of drawn)
    for (const [sort, phrase] of namesOf(entity)) {
      if (seen.has(phrase)) continue;
      seen.add(phrase);
      if (!isTelling(phrase) || !guarded(sweep, phrase, `${sort} of ${show(entity.id)}`)) unguarded += 1;
    }
  const isDrawn = new Set(drawn);
  for (const entity of withheld.filter((each) => !isDrawn.has(each))) unguarded += namesOf(entity).length;
  return unguarded;
}

function guarded(sweep: RunSweep, phrase: string, label: string): boolean {
  try {
    sweep.addCanary(phrase, label);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isTelling(phrase: string): boolean {
  const letters = phrase.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= (hasUnspacedScript(phrase) ? LEAST_UNSPACED : LEAST_LETTERS);
}

/** The name of a file, or its path where many files have the same name. */
function tellingName(file: string): string {
  const name = path.posix.basename(file);
  return /^(?:book|index|readme)\.\w+$/i.test(name) ? file : name;
}

const LEAST_LETTERS = 8;
const LEAST_UNSPACED = 4;
/** Each phrase is looked for in all that is allowed. */
const MOST_WORKS = 300;
