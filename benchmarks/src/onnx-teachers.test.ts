/**
 * Local ONNX models through a real runtime, beside what Python makes of the same files (benchmarks/teachers/reference.py).
 *
 * Runtime and models are 290 and 90 MB, so they are no part of the install: `node benchmarks/teachers/install.mjs`, with
 * the name of a teacher, fetches them. Without them these tests are left out; everything else about the embedder is
 * tested beside it, with a runtime of our own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createOnnxEmbedder, type Embedder, type OnnxRuntime } from '@archive/embed';
import { workspaceRoot } from '@archive/process';
import { describe, expect, it } from 'vitest';

const teachers = join(workspaceRoot, 'benchmarks', 'teachers');
const [head, ...cases] = readFileSync(join(teachers, 'reference.jsonl'), 'utf8').trim().split('\n');
const { texts } = JSON.parse(head ?? '') as { texts: string[] };
const references = cases.map(
  (line) => JSON.parse(line) as { teacher: string; purpose: 'document' | 'query'; vectors: number[][] },
);
const hasRuntime = existsSync(join(teachers, 'node_modules', 'onnxruntime-node'));

function open(name: string): Embedder {
  const load = createRequire(join(teachers, 'package.json'));
  return createOnnxEmbedder({
    folder: join(teachers, 'models', name),
    threads: 2,
    runtime: async () => load('onnxruntime-node') as OnnxRuntime,
  });
}

/** The arithmetic of quantised models depends on the processor; on the one the reference was made on they agree to 1e-6. */
const toleranceOf = (name: string): number => (name.endsWith('-q') ? 0.02 : 1e-4);

describe.each([...new Set(references.map(({ teacher }) => teacher))])('%s', (name) => {
  const isThere = hasRuntime && existsSync(join(teachers, 'models', name, 'onnx', 'model.onnx'));

  describe.runIf(isThere)('where it is installed', () => {
    it.each(references.filter(({ teacher }) => teacher === name))(
      'gives the vectors that Python gives for a $purpose',
      async ({ purpose, vectors: expected }) => {
        const vectors = await open(name).embed(texts, { purpose });
        const differences = expected.flatMap((row, text) =>
          row.map((value, axis) => Math.abs(value - (vectors[text]?.[axis] ?? Number.NaN))),
        );
        expect(differences).toHaveLength(20 * 12);
        expect(Math.max(...differences)).toBeLessThan(toleranceOf(name));
      },
    );

    it('gives vectors of length 1, the same alone as among others', async () => {
      const embedder = open(name);
      const some = texts.slice(0, 4);
      const together = await embedder.embed(some);
      for (const [position, text] of some.entries()) {
        const [alone] = await embedder.embed([text]);
        expect(alone).toEqual(together[position]);
        expect(Math.hypot(...(alone ?? []))).toBeCloseTo(1, 5);
      }
    });
  });
});
