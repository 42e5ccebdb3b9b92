/**
 * One file of a collection of records or notes as a work.
 */
import type { WorkReading } from '../build/archive-reading.ts';
import { readDate, dateOfName, titleOfName } from '../entities/file-date.ts';
import { fromArchiveRecord } from '../entities/from-archive-record.ts';
import { fromPrivateNote, UNTITLED_NOTE } from '../entities/from-private-note.ts';
import type { WorkDescription } from '../entities/make-work.ts';
import {
  readCreators,
  readFirstLine,
  readIdentifiers,
  readLine,
  readSummary,
  readThemes,
} from '../entities/meta-fields.ts';
import { cleanLine } from '../files/clean-text.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import type { TextBlock } from '../markdown/text-block.ts';
import type { FileDisclosure } from '../policy/file-disclosure.ts';
import type { CollectionFile, ReadingContext } from './reading-context.ts';
import { leaveOutDraft, leaveOutEmpty, tallyDrops } from './reading-context.ts';
import { parseSource, readBody, readText, tallyIgnoredKeys } from './read-source-text.ts';
import { decideSource, mergePolicy } from './source-policy.ts';
import { extensionOf, identify, nameSegments } from './work-identity.ts';

/** Everything of a work but its title and fragments. */
function describe(
  data: MetaRecord,
  source: CollectionFile,
  { decided, policy }: { decided: FileDisclosure; policy: WorkDescription['policy'] },
  context: ReadingContext,
): Omit<WorkDescription, 'title'> {
  const { collection, file } = source;
  const { disclosure } = decided;
  const creators = readCreators(data);
  const { author } = context.config;
  const name = nameSegments(file.relative).at(-1) ?? '';
  return {
    ...identify(data, { relative: file.relative, raw: disclosure.raw }, collection, context),
    disclosure,
    policy,
    creators:
      creators.length === 0 && author !== undefined && author.trim() !== ''
        ? [{ name: cleanLine(author) }]
        : creators,
    identifiers: readIdentifiers(data),
    date: readDate(data['date']) ?? dateOfName(name),
    version: readLine(data, 'version'),
    parent: readLine(data, 'parent'),
    themes: readThemes(data),
  };
}

/** Longest heading that is taken for a title, in UTF-16 units. */
const HEADING_MAX_CHARS = 300;

/** The title of a record: stated, or of a public one its first heading or its file name. */
function recordTitle(
  data: MetaRecord,
  { raw, blocks, type, name }: { raw: string; blocks: readonly TextBlock[]; type: string; name: string },
): string {
  // Only what its author offers as a title may be one on a private work: a heading or a file name is part of it.
  if (raw === 'private') return readFirstLine(data, ['label', 'title']) ?? `untitled ${type}`;
  const heading = blocks.find((block) => block.level === 1 && block.text.length <= HEADING_MAX_CHARS)?.text;
  return (
    readLine(data, 'title') ??
    (heading === undefined ? undefined : cleanLine(heading)) ??
    readLine(data, 'label') ??
    cleanLine(titleOfName(name))
  );
}

/**
 * Reads a record or a note.
 *
 * @returns undefined when the file asks to be left out or holds no text
 * @throws {FileRefusedError} when it cannot be read with its policy
 */
export async function readRecord(
  source: CollectionFile,
  context: ReadingContext,
): Promise<WorkReading | undefined> {
  const { file, collection } = source;
  const { data, keys, body } = parseSource(await readText(file.real, context));
  if (keys.leftOutBy !== undefined) {
    leaveOutDraft(context.tallies, keys.leftOutBy, file);
    return undefined;
  }
  const decided = decideSource(keys, source, context);
  const description = describe(
    data,
    source,
    { decided, policy: mergePolicy(keys, source, context) },
    context,
  );
  const { blocks, dropped } = readBody(body, extensionOf(file.relative), context, {
    keepComments: collection.config.keepComments,
  });
  const { raw } = decided.disclosure;
  const name = nameSegments(file.relative).at(-1) ?? '';
  const work =
    collection.config.kind === 'notes' && raw === 'private'
      ? fromPrivateNote(
          {
            ...description,
            title: readLine(data, 'label') ?? UNTITLED_NOTE,
            privateTitle: readLine(data, 'title'),
            place: readLine(data, 'locator'),
            blocks,
          },
          context.slugKey,
        )
      : fromArchiveRecord(
          {
            ...description,
            title: recordTitle(data, { raw, blocks, type: description.type, name }),
            summary: readSummary(data),
            blocks,
          },
          context.slugKey,
        );
  tallyIgnoredKeys(data, context);
  tallyDrops(context.tallies, dropped);
  if (work.fragments.length === 0) {
    leaveOutEmpty(context.tallies, file);
    return undefined;
  }
  const { rules, embargoedUntil } = decided;
  return { ...work, file: file.path, rules, ...(embargoedUntil === undefined ? {} : { embargoedUntil }) };
}
