/**
 * The embedder of an archive as an attacker reads it: the built-in model from its file, any other from outside.
 */
import { readFile } from 'node:fs/promises';
import type { Embedder } from '@archive/embed';
import { type StaticCut, staticModelPath } from '@archive/embed-static/node';
import { readFromOutside, type ReadableModel, readStaticModel, type RowEmbedder } from '@archive/evaluation';

/** Reads it; `vocabulary` is what an attacker would try words from. */
export async function probeModel(embedder: Embedder, vocabulary: readonly string[]): Promise<ReadableModel> {
  const cut = /^static-(multilingual|english)\//.exec(embedder.model)?.[1] as StaticCut | undefined;
  if (cut === undefined || !hasRows(embedder)) return readFromOutside(embedder, vocabulary);
  return readStaticModel(await readFile(staticModelPath(cut)), embedder);
}

function hasRows(embedder: Embedder): embedder is Embedder & RowEmbedder {
  return 'encode' in embedder && typeof embedder.encode === 'function';
}
