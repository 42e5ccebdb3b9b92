/**
 * One file of a book: what it exposes, and its sections or pages.
 */
import type { Exposure, Raw } from '@archive/contract';
import { readLine } from '../entities/meta-fields.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import type { TextBlock } from '../markdown/text-block.ts';
import type { BookSection } from '../pieces/cut-sections.ts';
import { isCut, isSameTitle, withoutTitlePage } from '../pieces/cut-heading.ts';
import { sectionsAtHeadings } from '../pieces/fragment-by-headings.ts';
import { embargoEnd } from '../policy/embargo.ts';
import type { FileDisclosure } from '../policy/file-disclosure.ts';
import type { PolicyKeys } from '../policy/read-policy-keys.ts';

/** What a part of a book needs to know of the whole. */
export interface BookFrame {
  raw: Raw;
  /** What decided for the whole; an embargo or a word of another tool holds for every part. */
  rules: FileDisclosure['rules'];
  now: Date;
  timeZone: string;
}

/** The exposure a part asks for, and until when an embargo holds it. */
export interface PartDisclosure {
  /** Absent when the part says nothing. */
  exposure?: Exposure;
  embargoedUntil?: number;
}

/**
 * Decides what a part of a book asks for; it can close itself, and choose among what the book may expose. Of a book
 * that an embargo or a word of another tool closes, no part opens.
 *
 * @param isPrivatePath  its own name, or a folder inside the book, makes it private
 * @throws {FileRefusedError} when it asks for more than the book may expose
 */
export function decidePart(
  keys: PolicyKeys,
  isPrivatePath: boolean,
  { raw, rules, now, timeZone }: BookFrame,
): PartDisclosure {
  for (const field of ['requireReview', 'policy'] as const) {
    if (keys[field] === undefined) continue;
    throw new FileRefusedError({
      field,
      reason: 'a part cannot have a policy of its own',
      help: 'state it for the whole book, in book.yaml or the config',
    });
  }
  if (rules.includes('embargo') || rules.includes('foreign-word')) return { exposure: 'none' };
  if (keys.raw === 'public' && raw === 'private') {
    throw new FileRefusedError({
      field: 'raw',
      reason: 'a part of a private book cannot be public',
      help: 'state raw for the whole book',
    });
  }
  const isPrivate = raw === 'private' || keys.raw === 'private' || (isPrivatePath && keys.raw === undefined);
  if (keys.exposure === 'text' && isPrivate) {
    throw new FileRefusedError({
      field: 'exposure',
      reason: 'it asks for the text of a private work',
      help: 'set exposure to semantic, locator or none',
    });
  }
  if (keys.narrowedBy.length > 0 || (keys.raw === 'private' && raw === 'public')) return { exposure: 'none' };
  if (keys.embargo !== undefined) {
    const end = embargoEnd(keys.embargo, timeZone);
    if (end > now.getTime()) return { exposure: 'none', embargoedUntil: end };
  }
  if (isPrivatePath && keys.raw === undefined) return { exposure: keys.exposure ?? 'none' };
  return keys.exposure === undefined ? {} : { exposure: keys.exposure };
}

/**
 * Reads the sections of a part.
 *
 * The place of the part is its `chapter` key, else its first heading, else its turn among the files.
 */
export function partSections(
  data: MetaRecord,
  blocks: readonly TextBlock[],
  { title, exposure }: { title: string; exposure: Exposure | undefined },
): BookSection[] {
  const chapter = readLine(data, 'chapter');
  const stated = readLine(data, 'title');
  const partTitle = stated === undefined || isSameTitle(stated, title) ? undefined : stated;
  const body = withoutTitlePage(blocks, title);
  const first = body[0];
  const repeatsTitle =
    first !== undefined && isCut(first) && partTitle !== undefined && isSameTitle(first.text, partTitle);
  const isNamed = chapter !== undefined || partTitle !== undefined;
  // A heading at the top is the heading of the part, whether or not the front matter repeats it.
  const takesHeading =
    first !== undefined &&
    isCut(first) &&
    (repeatsTitle || (chapter !== undefined && partTitle === undefined));
  const { front, sections } = sectionsAtHeadings(takesHeading ? body.slice(1) : body);
  const heading = partTitle ?? (takesHeading ? first.text : undefined);
  const opening: BookSection = {
    level: 0,
    opensFile: true,
    ...(heading === undefined ? {} : { heading }),
    ...(chapter === undefined ? {} : { stated: chapter }),
    blocks: front,
  };
  const opensWithHeading = !isNamed && front.length === 0 && sections.length > 0;
  const all = opensWithHeading
    ? sections.map((section, at) => (at === 0 ? { ...section, opensFile: true } : section))
    : [opening, ...sections];
  return exposure === undefined ? all : all.map((section) => ({ ...section, exposure }));
}
