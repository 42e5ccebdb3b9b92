/**
 * The commands that the training calls, run as it runs them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tinyFile, tinyParts } from '../src/tiny-model.fixture.ts';
import { createTokeniser } from '../src/tokeniser.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-training-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const { pieces, scores, rows, mean, facts } = tinyParts();
const numbers = (values: Float32Array): Uint8Array => new Uint8Array(values.buffer);
const command = (name: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  ['--conditions=@archive/source', '--import', 'tsx', join(import.meta.dirname, name), ...args],
];

writeFileSync(at('pieces.txt'), pieces.map((piece) => `${piece}\n`).join(''));
writeFileSync(at('scores.f32'), numbers(scores));
writeFileSync(at('rows.f32'), numbers(rows));
writeFileSync(at('mean.f32'), numbers(mean));
const { notes, ...plain } = facts;
writeFileSync(at('header.json'), JSON.stringify({ ...plain, ...notes }));
const LINES = ['The bell', '', '日本\rqzjw\u2028the', 'last'];
writeFileSync(at('lines.txt'), LINES.join('\n'));

describe('encode.ts', () => {
  it('writes the ids of every line with their offsets, and how much was unknown', () => {
    const [program, args] = command(
      'encode.ts',
      at('pieces.txt'),
      at('lines.txt'),
      at('out'),
      '--scores',
      at('scores.f32'),
    );
    execFileSync(program, [...args, '--buckets', '32'], { stdio: 'pipe' });
    const out = readFileSync(at('out'));
    const tokeniser = createTokeniser({ pieces, scores, buckets: 32 });
    const encodings = LINES.map((line) => tokeniser.encode(line));
    const ids = encodings.flatMap((encoding) => [...encoding.ids]);
    const words = Array.from({ length: (out.length - 4) / 4 }, (_, word) => out.readInt32LE(4 + 4 * word));
    expect(out.toString('latin1', 0, 4)).toBe('ASI1');
    expect(words).toEqual([
      LINES.length,
      ids.length,
      pieces.length,
      32,
      ...encodings.reduce(
        (offsets, encoding) => [...offsets, (offsets.at(-1) ?? 0) + encoding.ids.length],
        [0],
      ),
      ...ids,
      ...encodings.map(({ unknown }) => unknown),
      ...encodings.map(({ total }) => total),
    ]);
  });

  it('takes scores from the pieces file too, and names pieces that can never be found', () => {
    writeFileSync(at('scored.txt'), '▁the\t-1\nThe\t-2\n▁the\t-3\ns\t-4\n');
    const [program, args] = command('encode.ts', at('scored.txt'), at('lines.txt'), at('out2'));
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stderr).toContain('2 of 4 pieces can never be found (repeated or not normalised): The ▁the\n');
  });

  it.each([
    ['no files', [], /^usage: encode\.ts/],
    ['a score that is none', ['bad.txt', 'lines.txt', 'out3'], /the score of line 2 is not a number/],
    ['an empty piece', ['blank.txt', 'lines.txt', 'out3'], /line 1 holds no piece/],
  ])('refuses %s with a sentence', (_, names, message) => {
    writeFileSync(at('bad.txt'), 'a\t-1\nb\tx\n');
    writeFileSync(at('blank.txt'), '\t-1\n');
    const [program, args] = command('encode.ts', ...names.map(at));
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
  });
});

describe('stretches.ts', () => {
  it('writes a line of stretches for each line', () => {
    const [program, args] = command('stretches.ts', at('lines.txt'), at('stretches'));
    execFileSync(program, args, { stdio: 'pipe' });
    expect(readFileSync(at('stretches'), 'utf8')).toBe('▁the ▁bell\n\n日本 ▁qzjw ▁the\n▁last\n');
  });
});

describe('pack.ts', () => {
  it('makes the file that the writer makes', async () => {
    const [program, args] = command('pack.ts', folder, at('tiny.asm'));
    const said = execFileSync(program, args, { encoding: 'utf8' });
    const { bytes, sha256 } = await tinyFile();
    const packed = readFileSync(at('tiny.asm'));
    expect(createHash('sha256').update(packed).digest('hex')).toBe(sha256);
    expect(said).toBe(`static-tiny/1@${sha256.slice(0, 12)} ${bytes.length} bytes ${sha256}\n`);
  });

  it('refuses parts that do not fit with a sentence', () => {
    const [program, args] = command('pack.ts', join(folder, 'nowhere'), at('none.asm'));
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('header.json') });
  });
});
