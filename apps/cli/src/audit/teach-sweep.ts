/**
 * Tells the scanner of an audit what is private in the copy and what may be anywhere, from the private index of the copy.
 *
 * What is released may be repeated: public text, titles and names of works of which anything is released, declared terms, our
 * own words. Descriptions, labels and places are looked through like everything else.
 */
import { RunSweep, type Random } from '@archive/evaluation';
import type { PrivateIndex } from '@archive/index';
import type { ArchiveConfig } from '@archive/ingest';
import { containsPhrase } from '@archive/text';
import type { IdPrinter } from '../keyed-ids.ts';
import { guardWithheld, withheldEntities } from './guard-withheld.ts';
import type { PlantedSecret } from './plant-secrets.ts';

/** What the scanner is taught. */
export interface SweepLesson {
  readonly own: PrivateIndex;
  readonly config: ArchiveConfig;
  readonly secrets: readonly PlantedSecret[];
  readonly ownWords: readonly string[];
  /** Texts of files that stay out because their policy cannot be read. */
  readonly quarantined: readonly string[];
  /** Files of works by id of the work, relative to the archive. */
  readonly files: ReadonlyMap<string, string>;
  readonly show: IdPrinter;
  readonly random: Random;
}

/** A scanner that knows an archive. */
export interface TaughtSweep {
  readonly sweep: RunSweep;
  /** Titles, names, ids and file names of withheld works that cannot be searched for. */
  readonly unguarded: number;
}

/** Teaches it. Of very large archives a part of the private text is guarded, drawn by chance; canaries always are. */
export function teachSweep({
  own,
  config,
  secrets,
  ownWords,
  quarantined,
  files,
  show,
  random,
}: SweepLesson): TaughtSweep {
  const sweep = new RunSweep();
  const open = own.entries.filter(({ fragment }) => fragment.disclosure.exposure === 'text');
  const closed = own.entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'text');
  for (const text of ownWords) sweep.allow(text);
  for (const { fragment } of open) sweep.allow(fragment.text);
  const released = releasedStrings(own, config);
  for (const text of released) sweep.allow(text);
  let left = MOST_GUARDED_CHARS;
  for (const { fragment } of random.sample(closed, closed.length)) {
    if (left <= 0) break;
    sweep.addPrivate(fragment.text, show(fragment.id));
    left -= fragment.text.length;
  }
  for (const text of quarantined) sweep.addPrivate(text, 'a quarantined file');
  for (const { group, sentence, canaries } of secrets) {
    const label = `${group.kind}, ${group.raw} ${group.exposure}`;
    sweep.addPrivate(sentence, `planted in ${label}`);
    for (const { sort, value } of canaries) sweep.addCanary(value, `${sort} planted in ${label}`);
  }
  return { sweep, unguarded: guardWithheld(sweep, { own, files, known: new Set(released), show, random }) };
}

/** Whether each canary is in the private index: what never got there was not tried. */
export function indexedCanaries(own: PrivateIndex, { canaries }: PlantedSecret): number {
  return canaries.filter(({ value }) =>
    [
      ...own.entries.map(({ fragment }) => fragment.text),
      ...own.entities.flatMap(({ title, attribution }) => [title, ...attribution.map(({ name }) => name)]),
    ].some((text) => text.includes(value) || containsPhrase(text, value)),
  ).length;
}

function releasedStrings(own: PrivateIndex, { name, author, collections = [] }: ArchiveConfig): string[] {
  const withheld = new Set(withheldEntities(own).map(({ id }) => id));
  const entities = own.entities.filter(({ id }) => !withheld.has(id));
  return [
    ...entities.flatMap(({ title, attribution }) => [title, ...attribution.map((each) => each.name)]),
    ...[name, author].filter((each) => each !== undefined),
    ...collections.flatMap(({ policy }) => policy?.lint?.terms ?? []),
    ...entities.flatMap(({ policy }) => policy?.lint?.terms ?? []),
  ];
}

/** About four million words; a table of their runs fits into a gigabyte or two. */
const MOST_GUARDED_CHARS = 24_000_000;
