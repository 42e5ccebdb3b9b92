/**
 * Tells the scanner of an audit what is private in the copy and what may be anywhere, from the private index of the copy.
 *
 * What is released may be repeated: public text, titles, names, declared terms, our own words. Descriptions, labels and
 * places are looked through like everything else.
 */
import { RunSweep, type Random } from '@archive/evaluation';
import type { PrivateIndex } from '@archive/index';
import type { ArchiveConfig } from '@archive/ingest';
import { containsPhrase } from '@archive/text';
import type { IdPrinter } from '../keyed-ids.ts';
import type { PlantedSecret } from './plant-secrets.ts';

/** What the scanner is taught. */
export interface SweepLesson {
  readonly own: PrivateIndex;
  readonly config: ArchiveConfig;
  readonly secrets: readonly PlantedSecret[];
  readonly ownWords: readonly string[];
  /** Texts of files that stay out because their policy cannot be read. */
  readonly quarantined: readonly string[];
  readonly show: IdPrinter;
  readonly random: Random;
}

/** Teaches it. Of very large archives a part of the private text is guarded, drawn by chance; canaries always are. */
export function teachSweep({
  own,
  config,
  secrets,
  ownWords,
  quarantined,
  show,
  random,
}: SweepLesson): RunSweep {
  const sweep = new RunSweep();
  const open = own.entries.filter(({ fragment }) => fragment.disclosure.exposure === 'text');
  const closed = own.entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'text');
  for (const text of ownWords) sweep.allow(text);
  for (const { fragment } of open) sweep.allow(fragment.text);
  for (const text of releasedStrings(own, config)) sweep.allow(text);
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
  return sweep;
}

/** Whether each canary is in the private index: what never got there was not tried. */
export function indexedCanaries(own: PrivateIndex, { canaries }: PlantedSecret): number {
  return canaries.filter(({ value }) =>
    own.entries.some(({ fragment }) => fragment.text.includes(value) || containsPhrase(fragment.text, value)),
  ).length;
}

function releasedStrings(
  { entities }: PrivateIndex,
  { name, author, collections = [] }: ArchiveConfig,
): string[] {
  return [
    ...entities.flatMap(({ title, attribution }) => [title, ...attribution.map((each) => each.name)]),
    ...[name, author].filter((each) => each !== undefined),
    ...collections.flatMap(({ policy }) => policy?.lint?.terms ?? []),
    ...entities.flatMap(({ policy }) => policy?.lint?.terms ?? []),
  ];
}

/** About four million words; a table of their runs fits into a gigabyte or two. */
const MOST_GUARDED_CHARS = 24_000_000;
