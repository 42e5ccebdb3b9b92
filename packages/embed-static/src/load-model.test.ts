import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadStaticModel } from './load-model.ts';
import { ModelChecksumError } from './model-checksum-error.ts';
import { ModelFormatError } from './model-format-error.ts';
import { readHeader } from './read-header.ts';
import { tinyFile, tinyParts } from './tiny-model.fixture.ts';
import { TruncatedModelError } from './truncated-model-error.ts';
import { writeModel } from './write-model.ts';

const { bytes, sha256, parts } = await tinyFile();
const headerEnd = 8 + new DataView(bytes.buffer).getUint32(4, true);
const refusal = (changed: Uint8Array, options = { sha256 }): Promise<unknown> =>
  loadStaticModel(changed, options).then(
    () => 'accepted',
    (error: unknown) => error,
  );
const flipped = (at: number, bit: number): Uint8Array => {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
};

describe('a model file', () => {
  it('comes back as it was written', async () => {
    const model = await loadStaticModel(bytes, { sha256 });
    expect(model.facts).toEqual({ ...parts.facts, dimensions: 16, pieces: parts.pieces.length });
    expect(model.sha256).toBe(sha256);
    expect(model.model).toBe(`static-tiny/1@${sha256.slice(0, 12)}`);
    expect(parts.pieces.map((_, id) => model.pieceAt(id))).toEqual(parts.pieces);
  });

  it('is the same bytes when written again', async () => {
    expect(await writeModel(tinyParts())).toEqual(bytes);
  });

  it('keeps rows within half a step of their scale', () => {
    const { sections } = readHeader(bytes);
    const scales = new Float32Array(
      bytes.slice(sections.scales.offset).buffer,
      0,
      sections.scales.length / 4,
    );
    const rows = new Int8Array(bytes.buffer, sections.rows.offset, sections.rows.length);
    const worst = rows.reduce((most, value, at) => {
      const scale = scales[Math.floor(at / 16)] ?? 0;
      return Math.max(most, Math.abs((parts.rows[at] ?? 0) - value * scale) / scale);
    }, 0);
    expect(worst).toBeLessThan(0.5001);
    expect(rows.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBe(127);
  });

  it('can lie anywhere in memory', async () => {
    const model = await loadStaticModel(bytes, { sha256 });
    for (const shift of [1, 2, 3, 4]) {
      const moved = new Uint8Array(bytes.length + shift).subarray(shift);
      moved.set(bytes);
      const other = await loadStaticModel(moved, { sha256 });
      expect(other.vectorOf('the bell in the harbour')).toEqual(model.vectorOf('the bell in the harbour'));
    }
  });

  it('takes its checksum in either case', async () => {
    expect((await loadStaticModel(bytes, { sha256: sha256.toUpperCase() })).sha256).toBe(sha256);
  });
});

describe('the loader', () => {
  it('refuses a file with any byte changed, by name', async () => {
    for (let at = 0; at < bytes.length; at++) {
      const error = await refusal(flipped(at, at % 8));
      const expected = at < 4 ? ModelFormatError : undefined;
      if (expected !== undefined) expect(error).toBeInstanceOf(expected);
      else if (!(error instanceof TruncatedModelError || error instanceof ModelFormatError)) {
        expect(error).toBeInstanceOf(ModelChecksumError);
      }
      if (at >= headerEnd) expect(error).toBeInstanceOf(ModelChecksumError);
    }
  });

  it('says which section is damaged, and what to do', async () => {
    for (const [name, { offset }] of Object.entries(readHeader(bytes).sections)) {
      const error = await refusal(flipped(offset, 0));
      expect(error).toMatchObject({
        code: 'model-checksum',
        damaged: [name],
        expected: [sha256],
        help: 'install @archive/embed-static again, or fetch the model file again',
      });
    }
    expect(await refusal(flipped(9, 1))).toMatchObject({ code: 'model-checksum', damaged: ['header'] });
  });

  it('refuses a file that ends early, wherever', async () => {
    for (let length = 1; length < bytes.length; length += 7) {
      const error = await refusal(bytes.subarray(0, length));
      expect(error).toBeInstanceOf(TruncatedModelError);
      expect(error).toMatchObject({ code: 'model-truncated', actualBytes: length });
    }
  });

  it('refuses what is no model at all', async () => {
    for (const other of ['', '{"a":1}', 'PK\u0003\u0004', 'asm1    ']) {
      expect(await refusal(new TextEncoder().encode(other))).toMatchObject({
        code: 'model-format',
        field: 'magic',
      });
    }
  });

  it('refuses a sound model that is not the one asked for, and says so', async () => {
    expect(await refusal(bytes, { sha256: '0'.repeat(64) })).toMatchObject({
      code: 'model-checksum',
      actual: sha256,
      damaged: [],
      help: 'use the model file of this release, or pass the sha256 of a model of your own',
    });
  });

  it('knows only the models of this release unless told otherwise', async () => {
    await expect(loadStaticModel(bytes)).rejects.toMatchObject({ code: 'model-checksum', damaged: [] });
  });

  it('refuses a file that goes on after its end', async () => {
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    const own = createHash('sha256').update(longer).digest('hex');
    expect(await refusal(longer, { sha256: own })).toMatchObject({ code: 'model-format', field: 'sections' });
  });
});

describe('a header that contradicts itself is refused though its checksum is right', () => {
  it.each([
    ['format', { format: 2 }],
    ['name', { name: 'Static Tiny' }],
    ['version', { version: 0 }],
    ['version', { version: 1.5 }],
    ['dimensions', { dimensions: 12 }],
    ['pooling', { pooling: 'sum' }],
    ['pooling.repeats', { pooling: { repeats: 'cube', centre: 'unit' } }],
    ['pooling.centre', { pooling: { repeats: 'log', centre: 'none' } }],
    ['floor', { floor: 0 }],
    ['scoreCap', { scoreCap: 1.1 }],
    ['line', { line: { a: 0, c: 0 } }],
    ['languages', { languages: 'en' }],
    ['sections', { sections: [] }],
    ['sections.scores.length', { pieces: parts.pieces.length + 1 }],
    ['sections.rows.length', { buckets: 33 }],
    ['sections.rows.length', { dimensions: 8 }],
  ])('%s', async (field, change) => {
    const changed = withHeader((header) => ({ ...header, ...change }));
    const own = createHash('sha256').update(changed).digest('hex');
    expect(await refusal(changed, { sha256: own })).toMatchObject({ code: 'model-format', field });
  });

  it.each(['pieces', 'scores', 'rows', 'scales', 'mean'])('the place of %s', async (name) => {
    for (const change of [
      { offset: 64 },
      { offset: -64 },
      { length: 0 },
      { length: 1e300 },
      { sha256: 'x' },
    ]) {
      const changed = withHeader((header) => {
        const sections = header['sections'] as Record<string, object>;
        return { ...header, sections: { ...sections, [name]: { ...sections[name], ...change } } };
      });
      const own = createHash('sha256').update(changed).digest('hex');
      const error = await refusal(changed, { sha256: own });
      expect(error).toMatchObject({ code: expect.stringMatching(/^model-(format|truncated)$/) });
    }
  });

  it('numbers that are not finite, and pieces that are not as many or not UTF-8', async () => {
    const { sections } = readHeader(bytes);
    const cases: [string, number, number[]][] = [
      ['scores', sections.scores.offset, [0, 0, 0xc0, 0x7f]],
      ['scales', sections.scales.offset, [0, 0, 0x80, 0x7f]],
      ['mean', sections.mean.offset, [0, 0, 0x80, 0xff]],
      ['pieces', sections.pieces.offset, [0x0a]],
      ['pieces', sections.pieces.offset, [0xff]],
      ['pieces', sections.pieces.offset + sections.pieces.length - 1, [0x20]],
    ];
    for (const [field, offset, values] of cases) {
      const changed = bytes.slice();
      changed.set(values, offset);
      const own = createHash('sha256').update(changed).digest('hex');
      expect(await refusal(changed, { sha256: own })).toMatchObject({ code: 'model-format', field });
    }
  });
});

describe('the writer refuses what the loader would', () => {
  it.each([
    ['pieces', { pieces: [...parts.pieces.slice(0, -1), 'a\nb'] }],
    ['pieces', { pieces: [...parts.pieces.slice(0, -1), ''] }],
    ['pieces', { pieces: [...parts.pieces.slice(0, -1), 'a'] }],
    ['scores', { scores: parts.scores.slice(1) }],
    ['scores', { scores: parts.scores.map((score, at) => (at === 3 ? Number.NaN : score)) }],
    ['scores', { scores: parts.scores.map((score, at) => (at === 3 ? 0.5 : score)) }],
    ['rows', { rows: parts.rows.slice(16) }],
    ['rows', { rows: parts.rows.map((value, at) => (at < 16 ? 0 : value)) }],
    ['rows', { rows: parts.rows.map((value, at) => (at === 40 ? Number.POSITIVE_INFINITY : value)) }],
    ['rows', { rows: parts.rows.map((value, at) => (at === 40 ? Number.NaN : value)) }],
    ['mean', { mean: parts.mean.map((value, at) => (at === 0 ? Number.NaN : value)) }],
    ['buckets', { facts: { ...parts.facts, buckets: 0 } }],
    ['name', { facts: { ...parts.facts, name: 'Not a name' } }],
    ['scoreCap', { facts: { ...parts.facts, scoreCap: 2 } }],
  ])('%s', async (field, change) => {
    await expect(writeModel({ ...parts, ...change })).rejects.toMatchObject({ code: 'model-format', field });
  });
});

/** The file with another header: offsets moved along, checksums of sections as they were. */
function withHeader(change: (header: Record<string, unknown>) => Record<string, unknown>): Uint8Array {
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerEnd))) as Record<
    string,
    unknown
  >;
  const text = JSON.stringify(change(header));
  const room = readHeader(bytes).sections.pieces.offset - 8;
  // Padded to the length the sections were laid out for: white space is JSON too.
  const padded = new TextEncoder().encode(text.padEnd(headerEnd - 8));
  if (padded.length > room) throw new Error('the changed header does not fit in the gap before the sections');
  const changed = bytes.slice();
  changed.fill(0x20, 8, 8 + room);
  changed.set(padded, 8);
  new DataView(changed.buffer).setUint32(4, Math.max(padded.length, headerEnd - 8), true);
  return changed;
}
