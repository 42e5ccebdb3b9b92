/**
 * What the sources of this package must not do, read off the sources.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as servedDoor from './served.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));

async function sources(): Promise<Map<string, string>> {
  const names = (await readdir(FOLDER)).filter(
    (name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(name),
  );
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const)),
  );
}

/** All modules a module imports as values, directly or not; packages by name. */
function reach(files: ReadonlyMap<string, string>, start: string, seen = new Set<string>()): Set<string> {
  const text = files.get(start) ?? '';
  for (const [, clause = '', from = ''] of text.matchAll(/^(?:import|export) ([^;]*?)from '([^']+)';/gms)) {
    if (clause.trimStart().startsWith('type ')) continue;
    const name = from.startsWith('./') ? from.slice(2) : from;
    if (seen.has(name)) continue;
    seen.add(name);
    if (from.startsWith('./')) reach(files, name, seen);
  }
  return seen;
}

describe('the served door', () => {
  it('exports one function', () => {
    expect(Object.keys(servedDoor)).toEqual(['readServedIndex']);
  });

  it('reaches nothing that reads, lints or knows a private index', async () => {
    const reached = reach(await sources(), 'served.ts');
    expect(reached).toContain('served-half.ts');
    for (const name of [
      'private-half.ts',
      'validate-index.ts',
      'index-file.ts',
      'generation.ts',
      'projections-file.ts',
      '@archive/lint',
    ]) {
      expect(reached).not.toContain(name);
    }
  });
});

describe('the brand of a linted gist', () => {
  it('is given in one place of this package, the served validator (decisions 2.10)', async () => {
    const casts: string[] = [];
    for (const [name, text] of await sources()) {
      for (const [cast] of text.matchAll(
        /\bas (?:unknown as \w+|LintedGist|SemanticProjection|ServedProjection|PrivateIndex|ServedIndexData)\b/g,
      )) {
        casts.push(`${name}: ${cast}`);
      }
    }
    expect(casts).toEqual(['validate-served-index.ts: as LintedGist']);
  });
});
