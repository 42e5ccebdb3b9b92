/**
 * Reads one of the JSON files of a model folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbedConfigError } from '../embed-config-error.ts';

/**
 * Reads an object.
 *
 * @returns undefined when the file does not exist
 * @throws {EmbedConfigError} when it cannot be read, or holds something that is not an object
 */
export function readJsonFile(folder: string, file: string): Record<string, unknown> | undefined {
  const value = readJson(folder, file);
  if (value === undefined || isRecord(value)) return value;
  throw unreadable(file);
}

/**
 * Reads a list.
 *
 * @returns undefined when the file does not exist
 * @throws {EmbedConfigError} when it cannot be read, or holds something that is not a list
 */
export function readJsonList(folder: string, file: string): unknown[] | undefined {
  const value = readJson(folder, file);
  if (value === undefined || Array.isArray(value)) return value;
  throw unreadable(file);
}

/** Says whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(folder: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(join(folder, file), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(file, cause);
  }
  try {
    // `null` is not undefined: a file that says nothing is not the absence of a file.
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause?: unknown): EmbedConfigError {
  return new EmbedConfigError({
    setting: 'folder',
    message: `\`${file}\` in the folder of the sentence encoder cannot be read`,
    help: 'fetch the folder again',
    cause,
  });
}
