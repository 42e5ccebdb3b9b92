/**
 * Opens what is served: through `current.json` of an output folder, or from one served JSON file.
 *
 * Opens the pointer, the served half and the key of its validation record, and nothing else; a private index is refused. The result has the shape of the
 * port of `@archive/retrieve`.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRetrievalIndex } from './build-retrieval-index.ts';
import { openServedHalf, readServedManifest } from './chunks/open-served-half.ts';
import { generationPath, readCurrent, type Current } from './current-generation.ts';
import { buildLexicalIndex } from './lexical/build-lexical-index.ts';
import { IndexFormatError } from './index-format-error.ts';
import { MAX_JSON_BYTES, parseJson, readBytes } from './read-json.ts';
import { readServedHalf } from './served-half.ts';
import type { ServedIndex, ServedIndexData } from './served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

/**
 * Opens a served index.
 *
 * @param path  an output folder of `archive build`, or a served JSON file
 * @throws {IndexFormatError} when nothing was published there, or what was published was changed or fails a check
 */
export async function readServedIndex(path: string): Promise<ServedIndex> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? await openGeneration(path) : await openFile(path);
}

async function openFile(path: string): Promise<ServedIndex> {
  const source = { subject: SUBJECT, file: path };
  const bytes = await readBytes(path, source, MAX_JSON_BYTES);
  const index = validateServedIndex(parseJson(bytes, source), { file: path });
  return open(index, createHash('sha256').update(bytes).digest('hex'));
}

async function openGeneration(outDir: string): Promise<ServedIndex> {
  const current = await readCurrent(outDir);
  if (current === undefined)
    throw new IndexFormatError({
      subject: SUBJECT,
      file: outDir,
      problem: 'was never published',
      help: BUILD,
    });
  try {
    return await openCurrent(outDir, current);
  } catch (error) {
    // A generation can be pruned while it is being opened; then the pointer has moved on, and once is enough.
    const next = await readCurrent(outDir);
    if (next === undefined || next.seq === current.seq) throw error;
    return await openCurrent(outDir, next);
  }
}

async function openCurrent(outDir: string, current: Current): Promise<ServedIndex> {
  const { seq } = current;
  const folder = join(generationPath(outDir, seq), 'served');
  const manifest = await readServedManifest(folder, current);
  if (manifest !== undefined) return { ...(await openServedHalf(outDir, folder, manifest)), seq };
  const { index, sha256 } = await readServedHalf(folder, current);
  return { ...open(index, sha256), seq };
}

function open(index: ServedIndexData, sha256: string): ServedIndex {
  const retrieval = buildRetrievalIndex(index);
  return {
    ...retrieval,
    lexical: buildLexicalIndex(retrieval.entries, retrieval.entities),
    builtAt: index.builtAt,
    entityCount: index.entities.length,
    fragmentCount: index.entries.length,
    about: index.about ?? {},
    sha256,
  };
}

const SUBJECT = 'served index';
const BUILD = 'run `archive build` on the folder of the archive first';
