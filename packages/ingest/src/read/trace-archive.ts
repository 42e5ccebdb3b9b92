/**
 * What tells cheaply whether an archive changed: names, sizes and times of its files; no content is read.
 */
import { byCodeUnit } from '@archive/index';
import type { FileTrace } from '../build/archive-reading.ts';
import { type ListOptions, listSources, PROJECTIONS_TRACE, traceProjections } from './list-sources.ts';

/** Traces every file of an archive, by path in code unit order. */
export async function traceArchive(options: ListOptions): Promise<FileTrace[]> {
  return (await listSources(options)).traces;
}

/**
 * Traces the stored decisions anew, after the build itself has written them; every other trace is kept as it was read, so
 * that an edit during the build is still seen as one.
 */
export async function retraceProjections(
  traces: readonly FileTrace[],
  options: Pick<ListOptions, 'folder' | 'out' | 'config'>,
): Promise<FileTrace[]> {
  const others = traces.filter(({ path }) => path !== PROJECTIONS_TRACE);
  return [...others, ...(await traceProjections(options))].sort((a, b) => byCodeUnit(a.path, b.path));
}
