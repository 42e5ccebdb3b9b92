/**
 * What a ceiling has to be asked about. Only what is known for sure not to be its matter is spared.
 */
import { PUBLIC, TEXT } from './columns/column-values.ts';
import type { RetrievalColumns } from './index-port.ts';
import type { SearchOptions } from './options.ts';

/** Whether a ceiling has to be asked about public text. */
export function asksAboutText({ ceiling, ceilingCovers }: SearchOptions): boolean {
  return ceiling !== undefined && ceilingCovers !== 'not-text' && ceilingCovers !== 'private';
}

/** Whether no ceiling has to be asked about the fragment at a position. */
export function isSpared(
  { ceiling, ceilingCovers }: SearchOptions,
  { raw, exposure }: RetrievalColumns,
  position: number,
): boolean {
  if (ceiling === undefined) return true;
  if (ceilingCovers === 'private') return raw[position] === PUBLIC;
  return ceilingCovers === 'not-text' && exposure[position] === TEXT;
}
