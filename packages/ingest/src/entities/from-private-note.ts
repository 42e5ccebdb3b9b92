/**
 * A note as a work: its label travels, its title and body are the text.
 */
import type { Locator } from '@archive/contract';
import type { TextBlock } from '../markdown/text-block.ts';
import { blocksToText } from '../markdown/text-block.ts';
import { withoutTitlePage } from '../pieces/cut-heading.ts';
import { splitLong } from '../pieces/split-long.ts';
import { makeWork, type Work, type WorkDescription } from './make-work.ts';

/** The label of a note that states none (decisions 1.7d). */
export const UNTITLED_NOTE = 'untitled note';

/** A note; `title` is the label, the one name of it that travels. */
export interface PrivateNote extends WorkDescription {
  /** The title its author gave it; embedded with the body, never released. */
  privateTitle?: string | undefined;
  /** Where it stands, such as a notebook page; the whole when absent. */
  place?: string | undefined;
  blocks: readonly TextBlock[];
}

/**
 * Makes the work of a note; a long one has several fragments at one place, numbered.
 *
 * @param slugKey  keys the digest of a place that is not Latin
 */
export function fromPrivateNote(note: PrivateNote, slugKey?: Uint8Array): Work {
  const body = blocksToText(withoutTitlePage(note.blocks, note.privateTitle));
  const text = [note.privateTitle ?? '', body].filter((part) => part !== '').join('\n\n');
  const place: Locator =
    note.place === undefined ? { scheme: 'whole', value: '' } : { scheme: 'note', value: note.place };
  const parts = splitLong(text);
  const fragments = parts.map((part, at) => ({
    locator: parts.length === 1 ? [place] : [place, { scheme: 'chunk', value: String(at + 1) }],
    text: part,
  }));
  return makeWork(note, fragments, slugKey);
}
