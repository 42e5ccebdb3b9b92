import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalibrationError, floorOf, readCalibration, writeCalibration } from './calibration.ts';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'calibration-'));
});
afterEach(async () => rm(out, { recursive: true, force: true }));

const calibration = { model: 'ngram/1', floor: 0.25, at: '2026-01-02T03:04:05.000Z' };

describe('the floor of an archive', () => {
  it('is that of the config, else the calibrated one of the same embedder, else left to the embedder (decisions 3.6)', async () => {
    expect(await floorOf(out, {}, 'ngram/1')).toBe(undefined);
    await writeCalibration(out, calibration);
    expect(await readCalibration(out)).toEqual(calibration);
    expect(await floorOf(out, {}, 'ngram/1')).toBe(0.25);
    expect(await floorOf(out, {}, 'another')).toBe(undefined);
    expect(await floorOf(out, { embed: { floor: 0.3 } }, 'ngram/1')).toBe(0.3);
  });

  it('is stored for its owner alone, and never guessed from a broken file', async () => {
    await writeCalibration(out, calibration);
    const file = path.join(out, 'calibration.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const broken of ['', '{}', JSON.stringify({ ...calibration, floor: 2 })]) {
      await writeFile(file, broken);
      await expect(floorOf(out, {}, 'ngram/1')).rejects.toThrow(CalibrationError);
    }
  });
});
