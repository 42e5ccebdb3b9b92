/**
 * One chunk of a private half: works and fragments as JSON lines, and their vectors as 32-bit floats.
 *
 * For the author's side only. Nothing is worked out here but a digest of each row, by which the next build sees that a
 * vector is the same without reading it.
 */
import type { Entity } from '@archive/contract/private';
import { canonicalJson } from '../canonical-json.ts';
import type { PrivateEntry } from '../private-index.ts';
import type { Checker } from '../refusal.ts';
import { floatsOver } from './packed-arrays.ts';
import { rememberRowDigest, ROW_DIGEST_BYTES, rowBytes, rowDigest } from './row-digest.ts';
import {
  checkSectionDigest,
  encodeSectionFile,
  type EncodedFile,
  type ExpectedFile,
  readSectionHead,
  readSections,
} from './section-file.ts';
import type { SectionSource } from './section-source.ts';
import { packStrings, StringTable } from './string-table.ts';

/** Name and version of the form of the file. */
export const PRIVATE_CHUNK_FORM = 'private-chunk/1';

/** Sections in the order of the file. */
export const PRIVATE_SECTIONS = ['works', 'entries', 'vectors', 'row-digests'] as const;

/** Works of a chunk with their entries. */
export interface PrivateRun {
  readonly works: readonly (Entity | undefined)[];
  readonly entries: readonly PrivateEntry[];
}

/** Writes a chunk. */
export function encodePrivateChunk({ works, entries }: PrivateRun): EncodedFile {
  const vectors = entries.map(({ vector }) => vector);
  return encodeSectionFile(PRIVATE_CHUNK_FORM, [
    { name: 'works', bytes: packStrings(works.map(canonicalJson)) },
    {
      name: 'entries',
      bytes: packStrings(
        entries.map(({ contentHash, embeds, fragment }) => canonicalJson({ contentHash, embeds, fragment })),
      ),
    },
    { name: 'vectors', bytes: Buffer.concat(vectors.map(rowBytes)) },
    { name: 'row-digests', bytes: Buffer.concat(vectors.map(rowDigest)) },
  ]);
}

/** What a chunk holds, parsed and not looked at. */
export interface RawPrivateChunk {
  works: readonly unknown[];
  entries: readonly { readonly value: unknown; readonly vector: Float32Array }[];
}

/** Reads a chunk whole. @throws {IndexFormatError} naming the section that is damaged */
export async function readPrivateChunk(
  source: SectionSource,
  checker: Checker,
  {
    expected,
    dimensions,
    isThorough,
  }: {
    expected: Omit<ExpectedFile, 'form' | 'names'>;
    dimensions: number;
    isThorough: boolean;
  },
): Promise<RawPrivateChunk> {
  const places = readSectionHead(source, checker, {
    ...expected,
    form: PRIVATE_CHUNK_FORM,
    names: PRIVATE_SECTIONS,
  });
  const sections = await readSections(source, checker, places);
  if (isThorough)
    for (const [at, place] of places.entries())
      checkSectionDigest(checker, place, sections[at] as Uint8Array);
  const [works, entries, vectors, digests] = sections as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const lines = parsedLines(checker, 'entries', entries);
  const floats = floatsOver(vectors);
  if (floats.length !== lines.length * dimensions)
    throw checker.refuse('section vectors', 'does not hold a row for each entry');
  if (digests.length !== lines.length * ROW_DIGEST_BYTES)
    throw checker.refuse('section row-digests', 'does not hold a digest for each entry');
  return {
    works: parsedLines(checker, 'works', works),
    entries: lines.map((value, at) => {
      const vector = floats.subarray(at * dimensions, (at + 1) * dimensions);
      rememberRowDigest(vector, digests.subarray(at * ROW_DIGEST_BYTES, (at + 1) * ROW_DIGEST_BYTES));
      return { value, vector };
    }),
  };
}

function parsedLines(checker: Checker, name: string, bytes: Uint8Array): unknown[] {
  const table = StringTable.over(bytes);
  if (table === undefined) throw checker.refuse(`section ${name}`, 'is no list of strings');
  try {
    return Array.from({ length: table.length }, (_, at) => JSON.parse(table.at(at) as string) as unknown);
  } catch {
    // The parser quotes what it could not read, so its error is not passed on.
    throw checker.refuse(`section ${name}`, 'holds a line that is not valid JSON');
  }
}
