/**
 * The page about the format names what the code names.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRIVATE_CHUNK_FORM, PRIVATE_SECTIONS } from './chunks/private-chunk.ts';
import { encodeSectionFile } from './chunks/section-file.ts';
import { SERVED_CHUNK_FORM, SERVED_SECTIONS } from './chunks/served-chunk.ts';
import { serializeManifest } from './chunks/chunk-manifest.ts';
import { LANES } from './lexical/lane-layout.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/reference/index-format.md'), 'utf8');

describe('docs/reference/index-format.md', () => {
  it.each([
    [SERVED_CHUNK_FORM, SERVED_SECTIONS],
    [PRIVATE_CHUNK_FORM, PRIVATE_SECTIONS],
  ])('lists the sections of %s, in their order', (form, sections) => {
    const [, rest = ''] = page.split(`\`${form}\``);
    const [table = ''] = rest.split('\n## ');
    expect([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)).toEqual(sections);
  });

  it('names the mark of a file, the format of a manifest, its members, and the lanes', () => {
    const [start] = encodeSectionFile('a', []).pieces;
    const mark = Buffer.from(start as Uint8Array).toString('latin1', 0, 8);
    expect(mark.endsWith('\n')).toBe(true);
    const manifest = JSON.parse(
      serializeManifest({
        half: 'served',
        builtAt: '2026-01-01',
        model: 'a',
        dimensions: 1,
        analyzer: 'a',
        works: 1,
        fragments: 1,
        chunks: [{ digest: 'a', source: 'a', size: 1, works: 1, fragments: 1, exact: 1 }],
        origins: ['a'],
      }),
    ) as { format: string; chunks: object[] };
    const names = [mark.trim(), manifest.format, ...Object.keys(manifest)];
    for (const name of [...names, ...Object.keys(manifest.chunks[0] ?? {}), ...LANES])
      expect(page).toContain(`\`${name}\``);
  });
});
