/**
 * Every byte of a chunk: changed, lost or added, it is found and the file and the section are named.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexFormatError } from '../index-format-error.ts';
import { createChecker } from '../refusal.ts';
import { buildSample, sampleWorks } from '../testing/sample-index.ts';
import { toServedIndex } from '../to-served-index.ts';
import { inFileOrder, planPrivateChunks } from './plan-private-chunks.ts';
import { encodePrivateChunk, readPrivateChunk } from './private-chunk.ts';
import type { EncodedFile } from './section-file.ts';
import type { SectionSource } from './section-source.ts';
import { encodeServedChunk, readServedChunk } from './served-chunk.ts';

const DIMENSIONS = 3;
const works = sampleWorks().filter(({ entity }) =>
  ['book:lantern', 'diary:winter', 'episode:eleven'].includes(entity.id),
);
const own = inFileOrder(buildSample(works, { dimensions: DIMENSIONS }));
const checker = createChecker('chunk', 'a.chunk');

/** A file in memory, of which no more is given at once than is said. */
function sourceOf(bytes: Buffer, most = Number.POSITIVE_INFINITY): SectionSource {
  const read = (target: Uint8Array, position: number): number => {
    const part = bytes.subarray(position, Math.min(position + target.length, bytes.length));
    target.set(part);
    return part.length;
  };
  return {
    size: () => bytes.length,
    read,
    readAll: async (targets, position) => {
      // As a file system may: fewer bytes than were asked for.
      let done = 0;
      for (const target of targets)
        done += read(target.fill(0).subarray(0, Math.max(0, most - done)), position + done);
      return done;
    },
  };
}

const served = encodeServedChunk(toServedIndex(own), DIMENSIONS);
const [plan] = planPrivateChunks(own);
if (plan === undefined) throw new Error('the sample has a chunk');
const codes = new Uint8Array(new SharedArrayBuffer(3 * 16));

const HALVES: [string, EncodedFile, (source: SectionSource, expected: EncodedFile) => Promise<unknown>][] = [
  [
    'served',
    served,
    (source, expected) =>
      readServedChunk(source, checker, {
        expected,
        dimensions: DIMENSIONS,
        bitBytes: 1,
        codes,
        isThorough: false,
      }),
  ],
  [
    'private',
    encodePrivateChunk(plan),
    (source, expected) =>
      readPrivateChunk(source, checker, { expected, dimensions: DIMENSIONS, isThorough: false }),
  ],
];

describe.each(HALVES)('a %s chunk', (_, file, read) => {
  const good = Buffer.concat(file.pieces);
  const refusal = async (bytes: Buffer): Promise<string | undefined> =>
    read(sourceOf(bytes), file).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof IndexFormatError)) throw error;
        expect(error.file).toBe('a.chunk');
        return error.field;
      },
    );
  const head = good.subarray(16, 16 + good.readUInt32LE(8)).toString();
  const { sections } = JSON.parse(head) as { sections: [name: string, length: number][] };
  const nameAt = (position: number): string => {
    let end = 16 + head.length;
    if (position < end) return 'head';
    for (const [name, length] of sections) {
      end += Math.ceil(length / 16) * 16;
      if (position < end) return `section ${name}`;
    }
    throw new Error('beyond the file');
  };

  it('is opened as it was written', async () => {
    expect(good).toHaveLength(file.size);
    expect(await refusal(good)).toBeUndefined();
  });

  it('is the same when its bytes are given in parts', async () => {
    const whole = await read(sourceOf(good), file);
    const most = fc.integer({ min: 0, max: good.length });
    await fc.assert(
      fc.asyncProperty(most, async (part) => {
        expect(await read(sourceOf(good, part), file)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused with the name of the section in which any byte is another', async () => {
    const found: string[] = [];
    const expected: string[] = [];
    for (let at = 0; at < good.length; at++) {
      const spoilt = Buffer.from(good);
      spoilt.writeUInt8(spoilt.readUInt8(at) ^ (1 << (at % 8)), at);
      found.push((await refusal(spoilt)) ?? `none at ${at}`);
      expected.push(nameAt(at));
    }
    expect(found).toEqual(expected);
    expect(new Set(found).size).toBe(sections.length + 1);
  });

  it('is refused by its size when it is shorter or longer', async () => {
    for (let length = 0; length < good.length; length += 7)
      expect(await refusal(good.subarray(0, length))).toBe('size');
    expect(await refusal(Buffer.concat([good, Buffer.alloc(16)]))).toBe('size');
  });
});
