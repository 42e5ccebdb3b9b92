/**
 * The floor an archive was calibrated to: kept beside the index, used by every build whose embedder is still the same.
 *
 * Decides nothing about vectors: a floor is a number that the served index carries, and a change of it embeds nothing.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import { z } from 'zod';
import type { ArchiveConfig } from '../config/archive-config.ts';

/** A calibration. */
export interface Calibration {
  /** The embedder it was measured with; for another one it says nothing. */
  model: string;
  /** Least released score of a hit, 0 to 1. */
  floor: number;
  /** When, ISO 8601. */
  at: string;
}

/** Raised when the stored calibration cannot be read: a floor that is guessed could release what was meant to stay below. */
export class CalibrationError extends ArchiveError {
  constructor(cause?: unknown) {
    super('calibration', {
      message: `${CALIBRATION_FILE}: is not as \`archive calibrate --write\` writes it`,
      help: 'calibrate again, or delete the file to use the floor of the embedder',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** Stores a calibration in an output folder, at once and whole. */
export async function writeCalibration(out: string, calibration: Calibration): Promise<void> {
  const file = path.join(out, CALIBRATION_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(calibration, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Reads the calibration of an output folder; undefined when there is none. @throws {CalibrationError} */
export async function readCalibration(out: string): Promise<Calibration | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(out, CALIBRATION_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CalibrationError(error);
  }
  try {
    return calibrationSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CalibrationError(cause);
  }
}

/** The floor of an archive: that of its config, else the calibrated one; undefined leaves it to the embedder. */
export async function floorOf(
  out: string,
  config: ArchiveConfig,
  model: string,
): Promise<number | undefined> {
  if (config.embed?.floor !== undefined) return config.embed.floor;
  const calibration = await readCalibration(out);
  return calibration?.model === model ? calibration.floor : undefined;
}

const calibrationSchema: z.ZodType<Calibration> = z.strictObject({
  model: z.string().min(1),
  floor: z.number().min(0).max(1),
  at: z.iso.datetime(),
});

const CALIBRATION_FILE = 'calibration.json';
