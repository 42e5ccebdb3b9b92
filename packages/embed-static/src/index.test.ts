import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import { expect, it } from 'vitest';
import type * as door from './index.ts';
import { tinyFile } from './tiny-model.fixture.ts';

it('bundles for a browser without any import of Node, and works from the bundle', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'archive-browser-'));
  try {
    await build({
      config: false,
      entry: [join(import.meta.dirname, 'index.ts')],
      outDir,
      format: ['esm'],
      platform: 'neutral',
      noExternal: [/./],
      external: [...builtinModules, /^node:/],
      dts: false,
      silent: true,
      esbuildOptions: (options) => {
        options.conditions = ['@archive/source'];
      },
    });
    const files = readdirSync(outDir).filter((name) => /\.m?js$/.test(name));
    const code = files.map((name) => readFileSync(join(outDir, name), 'utf8')).join('\n');
    expect(code.match(/^import .*$|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\b/gm)).toBeNull();
    const { loadStaticModel, openEmbedder }: typeof door = await import(join(outDir, files[0] ?? ''));
    const { bytes, sha256 } = await tinyFile();
    const embedder = openEmbedder(await loadStaticModel(bytes, { sha256 }));
    expect((await embedder.embed(['the bell']))[0]).toHaveLength(16);
  } finally {
    rmSync(outDir, { recursive: true });
  }
});
