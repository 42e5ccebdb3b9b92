/**
 * The encoders that our own model learned from, for the tables, by the names that its training knows them by.
 *
 * English: a local ONNX folder (`node benchmarks/teachers/install.mjs`), through the embedder that runs any such folder. The
 * multilingual ones come in packages of Python and are run by the training's own script, where the training is set up. A
 * teacher is slow; its vectors are kept between runs. Nothing of a teacher is shipped or needed at run time.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createOnnxEmbedder, type Embedder, type OnnxRuntime } from '@archive/embed';
import { workspaceRoot } from '@archive/process';

/** A teacher. */
export interface Teacher {
  readonly name: string;
  readonly dimensions: number;
  readonly languages?: readonly string[];
  /** Name of its ONNX folder; without one it is run by the training. */
  readonly onnx?: string;
}

/** Teachers of the models that ship. */
export const TEACHERS: readonly Teacher[] = [
  { name: 'minilm-l6', dimensions: 384, languages: ['en'], onnx: 'all-minilm-l6-v2' },
  { name: 'use-multilingual', dimensions: 512 },
  { name: 'multilingual-e5-small', dimensions: 384 },
];

const folders = join(workspaceRoot, 'benchmarks', 'teachers');
const training = join(workspaceRoot, 'packages', 'embed-static', 'training');
const run = promisify(execFile);

/** Opens a teacher, or says why it is not there. */
export async function openTeacher(teacher: Teacher): Promise<Embedder | { absent: string }> {
  return teacher.onnx === undefined ? openTrained(teacher) : openFolder(teacher.onnx);
}

function openFolder(name: string): Embedder | { absent: string } {
  const folder = join(folders, 'models', name);
  if (!existsSync(join(folder, 'onnx', 'model.onnx')))
    return { absent: `not installed (node benchmarks/teachers/install.mjs ${name})` };
  const load = createRequire(join(folders, 'package.json'));
  return createOnnxEmbedder({ folder, runtime: async () => load('onnxruntime-node') as OnnxRuntime });
}

function openTrained({ name, dimensions }: Teacher): Embedder | { absent: string } {
  const work = process.env['TRAINING_WORK'] ?? join(training, '.work');
  const python = join(work, 'venv', 'bin', 'python');
  if (!existsSync(python)) return { absent: 'the training is not set up (train.py --until fetch)' };
  return {
    model: `teacher:${name}`,
    dimensions,
    reach: 'semantic',
    async embed(texts, { purpose } = {}) {
      const folder = mkdtempSync(join(tmpdir(), 'archive-teacher-'));
      const [lines, out] = [join(folder, 'lines.txt'), join(folder, 'vectors.f32')];
      try {
        writeFileSync(lines, texts.map((text) => `${text.replace(/\s+/g, ' ')}\n`).join(''));
        const asked = purpose === 'query' ? ['--query'] : [];
        await run(python, [
          join(training, 'teach.py'),
          '--teacher',
          name,
          '--in',
          lines,
          '--out',
          out,
          ...asked,
        ]);
        return rowsOf(readFileSync(out), texts.length, dimensions);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function rowsOf(bytes: Buffer, count: number, dimensions: number): Float32Array[] {
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (numbers.length !== count * dimensions)
    throw new RangeError(`the teacher gave ${numbers.length} numbers for ${count} texts`);
  return Array.from({ length: count }, (_, at) => numbers.subarray(at * dimensions, (at + 1) * dimensions));
}
