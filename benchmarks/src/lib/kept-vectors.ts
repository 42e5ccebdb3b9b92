/**
 * Keeps the vectors of slow encoders between runs, in a folder that git ignores (`benchmarks/.cache`).
 *
 * One pair of files for each encoder: digests of what was embedded, one a line, and the rows in the same order as
 * float32. Written after every batch, so that a run that is stopped goes on where it was.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import type { Embedder } from '@archive/embed';

const folder = join(workspaceRoot, 'benchmarks', '.cache');
const BATCH = 512;
const DIGEST_CHARS = 32;

/** Wraps an encoder so that a text is embedded once, whatever runs ask for it. `key` names model and version. */
export function withKeptVectors(embedder: Embedder, key: string): Embedder {
  const { dimensions } = embedder;
  const name = key.replace(/[^a-zA-Z0-9.-]+/g, '-');
  const paths = { digests: join(folder, `${name}.txt`), rows: join(folder, `${name}.f32`) };
  let rows: Map<string, Float32Array> | undefined;
  return {
    ...embedder,
    async embed(texts, options = {}) {
      rows ??= readRows(paths, dimensions);
      const known = rows;
      const digests = texts.map((text) => digestOf(options.purpose ?? 'document', text));
      const missing = [...new Map(texts.map((text, at) => [digests[at] as string, text]))].filter(
        ([digest]) => !known.has(digest),
      );
      for (let from = 0; from < missing.length; from += BATCH) {
        const batch = missing.slice(from, from + BATCH);
        const vectors = await embedder.embed(
          batch.map(([, text]) => text),
          options,
        );
        appendFileSync(
          paths.rows,
          Buffer.concat(vectors.map((vector) => Buffer.from(vector.slice().buffer))),
        );
        appendFileSync(paths.digests, batch.map(([digest]) => `${digest}\n`).join(''));
        for (const [at, [digest]] of batch.entries()) known.set(digest, vectors[at] as Float32Array);
        if (missing.length > BATCH)
          process.stderr.write(`\r${name}: ${from + batch.length} of ${missing.length}   `);
      }
      if (missing.length > BATCH) process.stderr.write('\n');
      return digests.map((digest) => known.get(digest) as Float32Array);
    },
  };
}

/** Reads what both files have in common, and cuts off what a stopped run left over in one. */
function readRows(paths: { digests: string; rows: string }, dimensions: number): Map<string, Float32Array> {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(paths.digests) || !existsSync(paths.rows)) {
    for (const path of [paths.digests, paths.rows]) if (existsSync(path)) truncateSync(path);
    return new Map();
  }
  const digests = readFileSync(paths.digests, 'utf8')
    .split('\n')
    .filter((line) => line.length === DIGEST_CHARS);
  const bytes = readFileSync(paths.rows);
  const stride = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const count = Math.min(digests.length, Math.floor(bytes.length / stride));
  truncateSync(paths.digests, count * (DIGEST_CHARS + 1));
  truncateSync(paths.rows, count * stride);
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count * stride));
  return new Map(
    digests
      .slice(0, count)
      .map((digest, at) => [digest, numbers.subarray(at * dimensions, (at + 1) * dimensions)]),
  );
}

function digestOf(purpose: string, text: string): string {
  return createHash('sha256').update(`${purpose}\n${text}`).digest('hex').slice(0, DIGEST_CHARS);
}
