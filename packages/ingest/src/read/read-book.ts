/**
 * A book as a work: one file, or a folder whose files in name order are its parts.
 */
import { readDate, titleOfName } from '../entities/file-date.ts';
import type { WorkReading } from '../build/archive-reading.ts';
import type { BookDescription } from '../config/archive-config.ts';
import { fromPrivateBook } from '../entities/from-private-book.ts';
import { readCount, readCreators, readIdentifiers, readLine, readThemes } from '../entities/meta-fields.ts';
import { cleanLine } from '../files/clean-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { emptyMetaRecord, type MetaRecord } from '../front-matter/meta-value.ts';
import type { TextBlock } from '../markdown/text-block.ts';
import { type BookSection, cutSections, type PlacedPiece } from '../pieces/cut-sections.ts';
import { distinctLocators } from '../pieces/distinct-locators.ts';
import { fragmentByHeadings } from '../pieces/fragment-by-headings.ts';
import { fragmentByPageMarkers } from '../pieces/fragment-by-page-markers.ts';
import { countPageBreaks, markPages } from '../pieces/page-marks.ts';
import { MAX_FRAGMENT_CHARS } from '../pieces/split-long.ts';
import type { FileDisclosure } from '../policy/file-disclosure.ts';
import { privateSegmentOf } from '../policy/is-private-path.ts';
import { type PolicyKeys, readPolicyKeys } from '../policy/read-policy-keys.ts';
import type { Collection } from './collections.ts';
import type { SourceFile } from './list-sources.ts';
import { decidePart, partSections } from './read-book-part.ts';
import { readOrQuarantine } from './read-or-quarantine.ts';
import { readSidecar } from './read-sidecar.ts';
import { parseSource, readBody, readText, type SourceText, tallyIgnoredKeys } from './read-source-text.ts';
import {
  type CollectionFile,
  leaveOutDraft,
  leaveOutEmpty,
  type ReadingContext,
  skip,
  tallyDrops,
} from './reading-context.ts';
import { decideSource, mergePolicy } from './source-policy.ts';
import { extensionOf, identify, nameSegments } from './work-identity.ts';

/** How a book wants to be cut. */
interface CutSettings {
  by: 'headings' | 'pages';
  maxChars: number;
  firstPage: number;
}

function cutSettings(data: MetaRecord): CutSettings {
  const by = readLine(data, 'fragmentBy') ?? 'headings';
  if (by !== 'headings' && by !== 'pages')
    throw new FileRefusedError({ field: 'fragmentBy', reason: 'it is neither headings nor pages' });
  return {
    by,
    maxChars: readCount(data, 'maxFragmentChars') ?? MAX_FRAGMENT_CHARS,
    firstPage: readCount(data, 'firstPage') ?? 1,
  };
}

/** A description in the config, in the form in which a `book.yaml` states it. */
function dataOfDescription(description: BookDescription): MetaRecord {
  const data = emptyMetaRecord();
  // Numbers become text, as in front matter; the schema has checked the rest.
  const plain = JSON.parse(JSON.stringify(description), (_key, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  ) as MetaRecord;
  return Object.assign(data, plain);
}

interface BookSource {
  data: MetaRecord;
  keys: PolicyKeys;
  /** The file or folder the work is named after, below the collection. */
  relative: string;
  /** The file that states the policy, or the first part. */
  source: CollectionFile;
}

function finish(
  book: BookSource,
  decided: FileDisclosure,
  pieces: readonly PlacedPiece[],
  context: ReadingContext,
): WorkReading | undefined {
  const { data, keys, relative, source } = book;
  tallyIgnoredKeys(data, context);
  if (pieces.length === 0) {
    leaveOutEmpty(context.tallies, source.file);
    return undefined;
  }
  const type = readLine(data, 'type');
  if (type !== undefined && !/^[\p{L}\p{N}_-]+$/u.test(type))
    throw new FileRefusedError({ field: 'type', reason: 'it is not one word' });
  const work = fromPrivateBook(
    {
      ...identify(data, { relative, raw: decided.disclosure.raw, type }, source.collection, context),
      title: bookTitle(data, relative),
      disclosure: decided.disclosure,
      policy: mergePolicy(keys, source, context),
      creators: readCreators(data, 'author'),
      identifiers: readIdentifiers(data),
      date: readDate(data['date']),
      version: readLine(data, 'version'),
      parent: readLine(data, 'parent'),
      themes: readThemes(data),
      pieces,
    },
    context.slugKey,
  );
  const { rules, embargoedUntil } = decided;
  return {
    ...work,
    file: source.file.path,
    rules,
    ...(embargoedUntil === undefined ? {} : { embargoedUntil }),
  };
}

function bookTitle(data: MetaRecord, relative: string): string {
  return readLine(data, 'title') ?? cleanLine(titleOfName(nameSegments(relative).at(-1) ?? ''));
}

/** Reads the blocks of a file that belongs to a book, its pages marked if they count. */
function bookBody(
  { body }: SourceText,
  { file, collection }: CollectionFile,
  settings: CutSettings,
  context: ReadingContext,
): TextBlock[] {
  const { blocks, dropped } = readBody(body, extensionOf(file.relative), context, {
    keepComments: collection.config.keepComments,
    prepare: settings.by === 'pages' ? markPages : undefined,
  });
  tallyDrops(context.tallies, dropped);
  return blocks;
}

/**
 * Reads a file that is a whole book.
 *
 * @returns undefined when it asks to be left out or holds no text
 */
export async function readBookFile(
  source: CollectionFile,
  context: ReadingContext,
): Promise<WorkReading | undefined> {
  const { file } = source;
  const text = parseSource(await readText(file.real, context));
  const { data, keys } = text;
  if (keys.leftOutBy !== undefined) {
    leaveOutDraft(context.tallies, keys.leftOutBy, file);
    return undefined;
  }
  const decided = decideSource(keys, source, context);
  const settings = cutSettings(data);
  const blocks = bookBody(text, source, settings, context);
  const title = bookTitle(data, file.relative);
  const pieces =
    settings.by === 'pages'
      ? fragmentByPageMarkers(blocks, { title, ...settings })
      : fragmentByHeadings(blocks, { title, ...settings });
  return finish({ data, keys, relative: file.relative, source }, decided, pieces, context);
}

/** What a folder that is a book consists of. */
export interface BookFolder {
  collection: Collection;
  /** Path of the folder below the collection; empty for the collection itself. */
  relative: string;
  /** Its `book.yaml`, or the description in the config. */
  statement: SourceFile | BookDescription;
  /** Its other readable files, in name order. */
  parts: readonly SourceFile[];
}

const isFile = (statement: SourceFile | BookDescription): statement is SourceFile => 'real' in statement;

/** Reads the parts of a book; one that cannot be read is quarantined by itself. */
async function readParts(
  { collection, relative, parts }: BookFolder,
  { title, decided, settings }: { title: string; decided: FileDisclosure; settings: CutSettings },
  context: ReadingContext,
): Promise<{ pieces: PlacedPiece[]; embargoedUntil: number | undefined }> {
  const { raw, exposure: defaultExposure } = decided.disclosure;
  const sections: BookSection[] = [];
  const pages: PlacedPiece[] = [];
  let firstPage = settings.firstPage;
  let embargoedUntil: number | undefined;
  for (const file of parts) {
    await readOrQuarantine(file, context, async () => {
      const text = parseSource(await readText(file.real, context));
      if (text.keys.leftOutBy !== undefined) {
        leaveOutDraft(context.tallies, text.keys.leftOutBy, file);
        return;
      }
      const inside = file.relative.slice(relative === '' ? 0 : relative.length + 1);
      const isPrivatePath = privateSegmentOf(`${inside}/${file.linkTarget ?? ''}`) !== undefined;
      const part = decidePart(text.keys, isPrivatePath, {
        raw,
        rules: decided.rules,
        now: context.now,
        timeZone: context.timeZone,
      });
      const blocks = bookBody(text, { file, collection }, settings, context);
      tallyIgnoredKeys(text.data, context);
      if (part.embargoedUntil !== undefined)
        embargoedUntil = Math.min(part.embargoedUntil, embargoedUntil ?? Number.POSITIVE_INFINITY);
      if (settings.by === 'headings') {
        sections.push(...partSections(text.data, blocks, { title, exposure: part.exposure }));
        return;
      }
      const cut = fragmentByPageMarkers(blocks, { title, maxChars: settings.maxChars, firstPage });
      firstPage += countPageBreaks(blocks) + 1;
      pages.push(
        ...cut.map((piece) => (part.exposure === undefined ? piece : { ...piece, exposure: part.exposure })),
      );
    });
  }
  const isServed = ({ exposure }: PlacedPiece): boolean => (exposure ?? defaultExposure) !== 'none';
  const pieces =
    settings.by === 'pages'
      ? distinctLocators(pages, isServed)
      : cutSections(sections, { maxChars: settings.maxChars, defaultExposure });
  return { pieces, embargoedUntil };
}

/**
 * Reads a folder that is one book.
 *
 * @returns undefined when it asks to be left out or holds no text
 * @throws {FileRefusedError} when its statement cannot be read
 */
export async function readBookFolder(
  folder: BookFolder,
  context: ReadingContext,
): Promise<WorkReading | undefined> {
  const { collection, relative, statement, parts } = folder;
  const first = isFile(statement) ? statement : parts[0];
  if (first === undefined) {
    skip(context.tallies, 'files without text', 1);
    return undefined;
  }
  const data = isFile(statement) ? await readSidecar(statement, context) : dataOfDescription(statement);
  const keys = readPolicyKeys(data);
  if (keys.leftOutBy !== undefined) {
    leaveOutDraft(context.tallies, keys.leftOutBy, first);
    return undefined;
  }
  // Where the config describes the book, no file of it decides for the whole: each part is judged by its own name.
  const source: CollectionFile = {
    collection,
    file: isFile(statement) ? first : { ...first, relative: relative === '' ? 'book' : relative },
  };
  const decided = decideSource(keys, source, context);
  const settings = cutSettings(data);
  const name =
    relative === ''
      ? (collection.label
          .split('/')
          .filter((part) => part !== '.')
          .at(-1) ?? 'book')
      : relative;
  const { pieces, embargoedUntil } = await readParts(
    folder,
    { title: bookTitle(data, name), decided, settings },
    context,
  );
  const ends = [decided.embargoedUntil, embargoedUntil].filter((end) => end !== undefined);
  const rest = ends.length === 0 ? decided : { ...decided, embargoedUntil: Math.min(...ends) };
  return finish({ data, keys, relative: name, source: { collection, file: first } }, rest, pieces, context);
}
