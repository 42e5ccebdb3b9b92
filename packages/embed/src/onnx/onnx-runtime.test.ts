/**
 * The tiny model through a real ONNX runtime, where one is installed (`node benchmarks/teachers/install.mjs`, 290 MB, no
 * part of the install of the workspace). Everything else is tested with a runtime of our own, which this holds to account.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EmbedConfigError } from '../embed-config-error.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import type { OnnxRuntime } from './onnx-session.ts';
import { tinyRuntime, writeTinyModel } from './tiny-model.fixture.ts';

const teachers = join(import.meta.dirname, '../../../../benchmarks/teachers');
const runtime = async (): Promise<OnnxRuntime> =>
  createRequire(join(teachers, 'package.json'))('onnxruntime-node') as OnnxRuntime;

describe.runIf(existsSync(join(teachers, 'node_modules', 'onnxruntime-node')))('a real ONNX runtime', () => {
  const texts = ['the harbour bell in the fog', 'fog', 'quarterly revenue', '海', 'a bell rings'];

  it.each([1, 3])('gives what our own gives, with %s texts in a run', async (textsPerRun) => {
    const { folder, remove } = await writeTinyModel();
    onTestFinished(remove);
    const real = createOnnxEmbedder({ folder, textsPerRun, runtime, threads: 1 });
    const ours = createOnnxEmbedder({ folder, textsPerRun, runtime: tinyRuntime().runtime });
    expect(await real.embed(texts)).toEqual(await ours.embed(texts));
  });

  it('refuses weights that are cut off', async () => {
    const { folder, remove } = await writeTinyModel({ 'onnx/model.onnx': 'no graph' });
    onTestFinished(remove);
    await expect(createOnnxEmbedder({ folder, runtime }).embed(['bell'])).rejects.toThrow(EmbedConfigError);
  });
});
