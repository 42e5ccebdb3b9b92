/**
 * Why a file of the folder is not read: on purpose, unlike one in quarantine.
 *
 * Sentences of ours with names of keys, kinds and extensions; never a word of the file.
 */
import type { CollectionKind } from '../config/archive-config.ts';

/** A file that no work is made of, and why. */
export interface LeftOutFile {
  /** Relative to the folder of the archive. */
  path: string;
  /** One sentence of ours. */
  reason: string;
  help?: string;
}

/** What is said of a file, apart from its path. */
export type LeftOut = Omit<LeftOutFile, 'path'>;

/** A file whose extension no collection reads that it lies in. */
export function unclaimed(kind: CollectionKind, extension: string): LeftOut {
  const what = extension === '' ? 'files without an extension' : `${extension} files`;
  return { reason: `a collection of kind ${kind} does not read ${what}`, help: helpFor(kind, extension) };
}

function helpFor(kind: CollectionKind, extension: string): string {
  if (extension === '.vtt' || extension === '.srt')
    return 'name its folder in a collection of `kind: transcripts`';
  return kind === 'transcripts'
    ? 'transcripts are .vtt or .srt files; name other texts in a collection of another kind'
    : 'save it as Markdown (.md, .mdx) or plain text (.txt)';
}

/** A file that one of its own keys keeps out, such as `draft: true`. */
export function unpublished(key: string): LeftOut {
  return { reason: `its own \`${key}\` keeps it out`, help: 'change or remove that key to have it read' };
}

/** A file that holds nothing to find. */
export const WITHOUT_TEXT: LeftOut = {
  reason: 'it holds no text to find',
  help: 'front matter, comments and hidden elements are no text',
};
