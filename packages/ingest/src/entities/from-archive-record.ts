/**
 * A record as a work: short ones whole, long ones in sections; the summary stays on the first fragment.
 */
import type { TextBlock } from '../markdown/text-block.ts';
import { withoutTitlePage } from '../pieces/cut-heading.ts';
import { fragmentPublicText } from '../pieces/fragment-public-text.ts';
import { makeWork, type Work, type WorkDescription } from './make-work.ts';

/** A record: an essay, a song, a page. */
export interface ArchiveRecord extends WorkDescription {
  /** A public liftable summary. */
  summary?: string | undefined;
  blocks: readonly TextBlock[];
}

/**
 * Makes the work of a record; without fragments when the record has no text.
 *
 * @param slugKey  keys the digests of a private record
 */
export function fromArchiveRecord(record: ArchiveRecord, slugKey?: Uint8Array): Work {
  const pieces = fragmentPublicText(withoutTitlePage(record.blocks, record.title));
  const summary = record.disclosure.raw === 'public' ? record.summary : undefined;
  return makeWork(
    record,
    pieces.map(({ locator, text }, at) => ({ locator, text, summary: at === 0 ? summary : undefined })),
    slugKey,
  );
}
