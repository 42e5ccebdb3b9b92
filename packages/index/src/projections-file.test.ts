import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IndexFormatError } from './index-format-error.ts';
import {
  emptyProjections,
  ProjectionConflictError,
  readProjections,
  writeProjections,
  type Projections,
} from './projections-file.ts';
import { sampleProjection } from './testing/sample-index.ts';

let root: string;
let path: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'projections-'));
});
beforeEach(async () => {
  path = join(await mkdtemp(join(root, 'case-')), 'projections.json');
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const projection = sampleProjection('one two three', 'A count.', { vetoed: true });
const failed = {
  source: 'generated',
  review: 'unreviewed',
  contentHash: '0123456789abcdef',
  lint: 'failed',
  draft: 'x',
} as const;
const content: Projections = {
  projections: { 'book:a#p2': projection, 'book:a#p10': failed },
  overrides: {
    'book:a#p2': { exposure: 'none' },
    'book:a#p3': { exposure: 'semantic', contentHash: '0123456789abcdef' },
  },
  fingerprints: { 'book:a#p2': 'AQIDBA==' },
  history: [
    {
      fragmentId: 'book:a#p2',
      action: 'vetoed',
      contentHash: '0123456789abcdef',
      at: '2024-01-01T00:00:00Z',
    },
  ],
};

describe('projections.json', () => {
  it('is empty when there is no file', async () => {
    expect(await readProjections(path)).toEqual({ ...emptyProjections(), sha256: undefined });
  });

  it('is read as it was written: ids in code unit order, two spaces, a newline, for the owner only', async () => {
    const { sha256 } = await writeProjections(path, content, undefined);
    expect(await readProjections(path)).toEqual({ ...content, sha256 });
    const text = await readFile(path, 'utf8');
    expect(text.indexOf('book:a#p10')).toBeLessThan(text.indexOf('book:a#p2'));
    expect(text.startsWith('{\n  "version": 2,\n  "projections": {\n    "book:a#p10": {\n')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(path, '..'))).toEqual(['projections.json']);
  });

  it('of version 1 is read, and holds projections only', async () => {
    await writeFile(path, JSON.stringify({ version: 1, projections: content.projections }));
    expect(await readProjections(path)).toEqual({
      ...emptyProjections(),
      projections: content.projections,
      sha256: expect.any(String),
    });
    await writeFile(path, JSON.stringify({ version: 1, projections: {}, overrides: {} }));
    await expect(readProjections(path)).rejects.toThrow('overrides is not a known field');
  });

  it('takes a bare exposure as an override without a hash', async () => {
    await writeFile(
      path,
      JSON.stringify({ version: 2, projections: {}, overrides: { 'book:a#p1': 'none' }, history: [] }),
    );
    expect((await readProjections(path)).overrides).toEqual({ 'book:a#p1': { exposure: 'none' } });
  });

  it('is not written over a change by another (decisions 4.6)', async () => {
    const { sha256 } = await writeProjections(path, content, undefined);
    await expect(writeProjections(path, emptyProjections(), undefined)).rejects.toThrow(
      ProjectionConflictError,
    );
    const { sha256: second } = await writeProjections(path, { ...content, overrides: {} }, sha256);
    await expect(writeProjections(path, emptyProjections(), sha256)).rejects.toThrow(ProjectionConflictError);
    await rm(path);
    await expect(writeProjections(path, emptyProjections(), second)).rejects.toThrow(ProjectionConflictError);
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('lets one of many writers win, and loses nobody’s change unsaid', async () => {
    const { sha256 } = await writeProjections(path, emptyProjections(), undefined);
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        writeProjections(
          path,
          { ...emptyProjections(), overrides: { [`book:a#p${at}`]: { exposure: 'none' } } },
          sha256,
        ),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(Object.keys((await readProjections(path)).overrides)).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'is not an object'],
    ['another version', { version: 3, projections: {} }, 'version is not 1 or 2'],
    ['an unknown key', { version: 2, projections: {}, notes: {} }, 'notes is not a known field'],
    ['a list of projections', { version: 2, projections: [], history: [] }, 'projections is not an object'],
    [
      'an id that is none',
      { version: 2, projections: { 'amber basalt': failed } },
      'projections[0] is not under a fragment id',
    ],
    [
      'a projection of another shape',
      { version: 2, projections: { 'a:b#c': { ...failed, lint: 'passed' } } },
      'projections[0].gist',
    ],
    [
      'a projection with an unknown key',
      { version: 2, projections: { 'a:b#c': { ...failed, quote: 'amber' } } },
      'projections[0].quote',
    ],
    [
      'an override that is no exposure',
      { version: 2, projections: {}, overrides: { 'a:b#c': 'amber' } },
      'overrides[0]',
    ],
    [
      'a history without action',
      { version: 2, projections: {}, history: [{ fragmentId: 'a:b#c' }] },
      'history[0].action',
    ],
    [
      'a fingerprint that is text',
      { version: 2, projections: {}, fingerprints: { 'a:b#c': 'amber basalt' } },
      'fingerprints[0]',
    ],
  ])('with %s is refused by position and field, never by value', async (_, value, message) => {
    await writeFile(path, JSON.stringify(value));
    const refusal = (await readProjections(path).catch((error: unknown) => error)) as IndexFormatError;
    expect(refusal).toBeInstanceOf(IndexFormatError);
    expect(refusal.message).toContain(message);
    expect(refusal.message).toContain(path);
    expect(refusal.help).toContain('restore the file from a copy');
    expect(`${refusal.message}${refusal.help}`).not.toContain('amber');
  });

  it('refuses keys that would reach the prototype of objects', async () => {
    await writeFile(path, '{"version":2,"projections":{"__proto__":{"polluted":true}},"history":[]}');
    await expect(readProjections(path)).rejects.toThrow('projections[0] is not under a fragment id');
    await writeFile(path, '{"version":2,"projections":{},"__proto__":{"polluted":true}}');
    await expect(readProjections(path)).rejects.toThrow('__proto__ is not a known field');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is not written when it could not be read back', async () => {
    const bad = { ...content, overrides: { 'no fragment': { exposure: 'none' as const } } };
    await expect(writeProjections(path, bad, undefined)).rejects.toThrow(
      'overrides[0] is not under a fragment id',
    );
    expect(await readdir(join(path, '..'))).toEqual([]);
  });
});
