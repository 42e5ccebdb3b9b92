/**
 * Opens a published index as the server would serve it: one generation, without what is taken down, with its embedder.
 */
import process from 'node:process';
import { withoutTakenDown } from '@archive/api';
import type { Embedder } from '@archive/embed';
import { readServedIndex, type ServedIndex } from '@archive/index/served';
import { embedderForIndex } from '../embedder-for-archive.ts';
import { refuseUnpublished } from '../nothing-published.ts';
import { takedownsOf } from '../takedowns-in-force.ts';
import type { EvaluatedAt } from './evaluation-files.ts';

/** An index and what asks it. */
export interface EvaluatedIndex {
  index: ServedIndex;
  embedder: Embedder;
}

/** Opens the index of an output folder. @throws {CommandError} exit code 3 when nothing is published there */
export async function openEvaluated(
  out: string,
  { folder, config }: Pick<EvaluatedAt, 'folder' | 'config'>,
): Promise<EvaluatedIndex> {
  await refuseUnpublished(out);
  const index = withoutTakenDown(await readServedIndex(out), await takedownsOf(out));
  const surroundings = { apiKey: process.env['OPENAI_API_KEY'], folder };
  return { index, embedder: await embedderForIndex(index.model, config.embed, surroundings) };
}
