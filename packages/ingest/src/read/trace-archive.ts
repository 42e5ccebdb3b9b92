/**
 * What tells cheaply whether an archive changed: names, sizes and times of its files; no content is read.
 */
import type { FileTrace } from '../build/archive-reading.ts';
import { type ListOptions, listSources } from './list-sources.ts';

/** Traces every file of an archive, by path in code unit order. */
export async function traceArchive(options: ListOptions): Promise<FileTrace[]> {
  return (await listSources(options)).traces;
}
