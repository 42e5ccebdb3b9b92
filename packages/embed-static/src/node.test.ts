import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MODEL_CHECKSUMS } from './checksums.ts';
import { createStaticEmbedder, staticModelPath } from './node.ts';
import { tinyFile } from './tiny-model.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-static-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { bytes, sha256 } = await tinyFile();
const file = join(folder, 'tiny.asm');
writeFileSync(file, bytes);

describe('the door for Node', () => {
  it('opens a model file of your own by its checksum', async () => {
    const embedder = await createStaticEmbedder({ file, sha256, maxUnknownShare: 0 });
    expect(embedder.sha256).toBe(sha256);
    await expect(embedder.embed(['ქართული'])).rejects.toMatchObject({ code: 'unknown-text' });
  });

  it('does not open one without', async () => {
    await expect(createStaticEmbedder({ file })).rejects.toMatchObject({ code: 'model-checksum' });
  });

  it('names a file that is not there, without its folder', async () => {
    await expect(createStaticEmbedder({ file: join(folder, 'gone.asm') })).rejects.toMatchObject({
      code: 'missing-model',
      file: 'gone.asm',
      message: 'the model file `gone.asm` is not there or cannot be read',
    });
  });

  it('looks for the shipped models beside sources and build', () => {
    expect(staticModelPath()).toBe(join(import.meta.dirname, '../models/static-multilingual.asm'));
    expect(staticModelPath('english')).toBe(join(import.meta.dirname, '../models/static-english.asm'));
  });
});

// A shipped model comes out of the training; a checkout in the middle of one has neither file nor checksum.
describe.each([
  ['multilingual', 30_000_000],
  ['english', 8_000_000],
] as const)('the shipped %s model', (cut, limit) => {
  const path = staticModelPath(cut);

  it('is there exactly when its checksum is', () => {
    expect(existsSync(path)).toBe(`static-${cut}` in MODEL_CHECKSUMS);
  });

  it.runIf(existsSync(path))('opens, is small enough, and puts like nearer than unlike', async () => {
    expect(statSync(path).size).toBeLessThanOrEqual(limit);
    const embedder = await createStaticEmbedder({ cut });
    expect(embedder.dimensions).toBe(256);
    expect(embedder.facts.name).toBe(`static-${cut}`);
    const [asked, near, far] = await embedder.embed([
      'ships in heavy fog',
      'a vessel sailing through dense mist',
      'quarterly revenue exceeded the forecast',
    ]);
    const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
      a?.reduce((sum, value, axis) => sum + value * (b?.[axis] ?? 0), 0) ?? Number.NaN;
    expect(cosine(asked, near)).toBeGreaterThan(cosine(asked, far) + 0.1);
  });

  it.runIf(existsSync(path))('opens by its path alone, and not in the place of the other', async () => {
    expect((await createStaticEmbedder({ file: path })).facts.name).toBe(`static-${cut}`);
    const other = cut === 'english' ? 'multilingual' : 'english';
    const sha256 = MODEL_CHECKSUMS[`static-${other}`] ?? '';
    await expect(createStaticEmbedder({ file: path, sha256 })).rejects.toMatchObject({
      code: 'model-checksum',
      damaged: [],
    });
  });
});
