/**
 * Plants invented secrets in the copy of an archive: in works of every kind and exposure that is not text, in what is
 * withheld, left out and quarantined, in a comment of a public work; and a phrase in a public work that must come out.
 *
 * A secret goes into the text of a file that is there, so that the policy of the file applies as it does to the rest.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CANARY_SORTS, type CanarySort, inventSecret, type Random } from '@archive/evaluation';
import { byCodeUnit } from '@archive/index';
import {
  type ArchiveReading,
  type CollectionConfig,
  type CollectionKind,
  decodeText,
  type WorkReading,
} from '@archive/ingest';
import type { ArchiveCopy } from './copy-archive.ts';
import { insertSentence } from './insert-sentence.ts';

/** Where a secret was planted. */
export interface PlantedGroup {
  /** What the file is, or how it stays out. */
  readonly kind: CollectionKind | 'comment' | 'unpublished' | 'quarantined';
  readonly raw: 'public' | 'private';
  readonly exposure: 'text' | 'semantic' | 'locator' | 'none';
}

/** A secret in its place. */
export interface PlantedSecret {
  readonly group: PlantedGroup;
  readonly sentence: string;
  readonly canaries: readonly { readonly sort: CanarySort; readonly value: string }[];
}

/** Everything that was planted. */
export interface Planting {
  readonly secrets: readonly PlantedSecret[];
  /** What stands in a public text, and the attack must see; absent where nothing public could hold it. */
  readonly control?: PlantedControl;
}

/** A public phrase that is asked for, and the sentence around it: that comes back from the archive alone, never as an echo. */
export interface PlantedControl {
  readonly phrase: string;
  readonly sentence: string;
}

/**
 * Plants.
 *
 * @param reading  of the copy, before anything is planted
 * @param each     works of each group that get a secret
 */
export async function plantSecrets(
  copy: ArchiveCopy,
  reading: ArchiveReading,
  { random, each }: { random: Random; each: number },
): Promise<Planting> {
  const works = reading.works.map((work) => ({ work, ...groupOf(copy, work) }));
  const secrets: PlantedSecret[] = [];
  const plant = async (
    group: PlantedGroup,
    put: (sentence: string, named: { title: string; person: string }) => Promise<boolean | 'named'>,
  ): Promise<void> => {
    const { sentence, canaries } = inventSecret(random);
    const named = inventSecret(random).canaries;
    const done = await put(sentence, { title: named.phrase, person: named.name });
    if (done === false) return;
    secrets.push({
      group,
      sentence,
      canaries: [
        ...CANARY_SORTS.map((sort) => ({ sort, value: canaries[sort] })),
        ...(done === 'named'
          ? [
              { sort: 'phrase' as const, value: named.phrase },
              { sort: 'name' as const, value: named.name },
            ]
          : []),
      ],
    });
  };
  const closed = works.filter(({ group }) => group.exposure !== 'text');
  for (const name of [...new Set(closed.map(({ group }) => nameOf(group)))].sort(byCodeUnit)) {
    const all = closed.filter(({ group }) => nameOf(group) === name);
    const members = random.sample(all, all.length);
    for (let at = 0; at < each; at++) {
      const { work, group, collection } = members[at % members.length] as (typeof members)[number];
      const files = textFilesOf(reading, work, collection);
      await plant(group, (sentence) => insertInto(copy, random.pick(files), sentence));
    }
  }
  const records = copy.collections.find(({ kind }) => kind === 'records' || kind === 'notes');
  if (records !== undefined)
    for (const { group, front } of NEW_FILES)
      await plant(group, (sentence, people) => newFile(copy, records, { group, front, sentence, ...people }));
  const open = works.filter(({ group, work }) => group.exposure === 'text' && !RECORDING.test(work.file));
  const commented = open.filter(
    ({ collection, work }) => MARKDOWN.test(work.file) && collection.keepComments !== true,
  );
  if (commented.length > 0) {
    const { file } = random.pick(commented).work;
    await plant({ kind: 'comment', raw: 'public', exposure: 'none' }, (sentence) =>
      append(copy, file, /\.mdx$/i.test(file) ? `{/* ${sentence} */}` : `<!-- ${sentence} -->`),
    );
  }
  if (open.length === 0) return { secrets };
  const { work } = random.pick(open);
  const { phrase } = inventSecret(random).canaries;
  const sentence = `Everybody may read of the ${phrase} here.`;
  const isIn = await insertInto(copy, work.file, sentence);
  return isIn ? { secrets, control: { phrase, sentence } } : { secrets };
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const RECORDING = /\.(?:vtt|srt)$/i;

/** How new files stay out, or are withheld. */
const NEW_FILES: readonly { group: PlantedGroup; front: string }[] = [
  { group: { kind: 'notes', raw: 'private', exposure: 'none' }, front: 'raw: private\nexposure: none' },
  { group: { kind: 'unpublished', raw: 'private', exposure: 'none' }, front: 'draft: true' },
  { group: { kind: 'quarantined', raw: 'private', exposure: 'none' }, front: 'visibility: perhaps' },
];

function groupOf(
  { collections }: ArchiveCopy,
  { file, entity }: WorkReading,
): { group: PlantedGroup; collection: CollectionConfig } {
  const inside = collections.filter(
    ({ dir }) => dir === '.' || file.startsWith(`${dir.split(path.sep).join('/')}/`),
  );
  const collection = inside.reduce((best, each) => (each.dir.length > best.dir.length ? each : best));
  const { raw, exposure } = entity.disclosure;
  return { group: { kind: collection.kind, raw, exposure }, collection };
}

function nameOf({ kind, raw, exposure }: PlantedGroup): string {
  return `${kind} ${raw} ${exposure}`;
}

/** The files that hold the text of a work: its own, or of a folder that is a book its parts. */
function textFilesOf(
  { traces }: ArchiveReading,
  { file }: WorkReading,
  { kind, dir, book }: CollectionConfig,
): string[] {
  const isStatement = /\.(?:ya?ml|json)$/i.test(file);
  if (kind !== 'book' || !(isStatement || book !== undefined)) return [file];
  const place = isStatement ? path.posix.dirname(file) : dir.split(path.sep).join('/');
  const parts = traces
    .map(({ path: each }) => each)
    .filter((each) => place === '.' || each.startsWith(`${place}/`))
    .filter((each) => /\.(?:md|markdown|mdx|txt|text)$/i.test(each));
  return parts.length > 0 ? parts : [file];
}

async function insertInto({ folder }: ArchiveCopy, file: string, sentence: string): Promise<boolean> {
  const place = path.join(folder, file);
  const text = insertSentence(decodeText(await readFile(place)), sentence, file);
  if (text === undefined) return false;
  await writeFile(place, text);
  return true;
}

async function append({ folder }: ArchiveCopy, file: string, block: string): Promise<boolean> {
  const place = path.join(folder, file);
  await writeFile(place, `${decodeText(await readFile(place)).trimEnd()}\n\n${block}\n`);
  return true;
}

/** A new file, its title and its author invented too: they are as private as its text. */
async function newFile(
  { folder }: ArchiveCopy,
  { dir, kind }: CollectionConfig,
  file: { group: PlantedGroup; front: string; sentence: string; title: string; person: string },
): Promise<'named'> {
  const { group, front, sentence, title, person } = file;
  const note = 'about: https://archive.example/planted\nlabel: Planted\nlocator: p. 1\n';
  const place = path.join(folder, dir);
  await mkdir(place, { recursive: true });
  await writeFile(
    path.join(place, `planted-${group.kind}-${group.exposure}.md`),
    `---\ntitle: ${title}\ncreators: [${person}]\n${kind === 'notes' ? note : ''}${front}\n---\n\n${sentence}\n`,
    { mode: 0o600 },
  );
  return 'named';
}
