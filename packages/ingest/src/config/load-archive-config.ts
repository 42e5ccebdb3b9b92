/**
 * Finds and reads the config of an archive; a folder without one is indexed under stated assumptions.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import type { z } from 'zod';
import { decodeText } from '../files/decode-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseYamlConfig } from '../front-matter/parse-yaml-block.ts';
import { type ArchiveConfig, archiveConfigSchema } from './archive-config.ts';

/** Names a config file may have; an archive has one of them at most. */
export const CONFIG_FILES = ['archive.config.yaml', 'archive.config.yml', 'archive.config.json'] as const;

/** A config as loaded. */
export interface LoadedConfig extends ArchiveConfig {
  /** Name of the file it was read from; absent when the folder has none. */
  configFile?: string;
}

/** Raised when a config cannot be used; names file and field, never a value. */
export class ConfigError extends ArchiveError {
  constructor({
    file,
    problem,
    help,
    cause,
  }: { file: string; problem: string; help?: string; cause?: unknown }) {
    super('config', {
      message: `${file}: ${problem}`,
      help: help ?? 'see docs/reference/config.md for every key',
      cause,
    });
  }
}

/**
 * Reads the config of a folder; an empty one when there is none.
 *
 * @throws {ConfigError} when there are two, or one that is not well formed or has an unknown key
 */
export async function loadArchiveConfig(folder: string): Promise<LoadedConfig> {
  const found: { file: string; bytes: Buffer }[] = [];
  for (const file of CONFIG_FILES) {
    const bytes = await readIfPresent(path.join(folder, file));
    if (bytes !== undefined) found.push({ file, bytes });
  }
  const [config, second] = found;
  if (config === undefined) return {};
  if (second !== undefined)
    throw new ConfigError({
      file: config.file,
      problem: `stands beside ${second.file}`,
      help: 'keep one config',
    });
  const value = parseConfig(config.file, config.bytes);
  const result = archiveConfigSchema.safeParse(value);
  if (result.success) return { ...result.data, configFile: config.file };
  const [issue] = result.error.issues;
  throw new ConfigError({ file: config.file, problem: describeIssue(issue) });
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

function parseConfig(file: string, bytes: Buffer): unknown {
  try {
    const text = decodeText(bytes);
    return file.endsWith('.json') ? (JSON.parse(text) as unknown) : (parseYamlConfig(text) ?? {});
  } catch (cause) {
    if (cause instanceof FileRefusedError)
      throw new ConfigError({
        file,
        problem: cause.reason,
        ...(cause.help === undefined ? {} : { help: cause.help }),
        cause,
      });
    if (cause instanceof SyntaxError)
      throw new ConfigError({ file, problem: 'is not well-formed JSON', help: 'correct the file' });
    throw cause;
  }
}

/** Says which field is at fault and how; keys are named, values are not. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not valid';
  const field = issue.path.map(String).join('.') || 'the config';
  if (issue.code === 'unrecognized_keys')
    return `${field} has the unknown key ${issue.keys.map((key) => `\`${key}\``).join(', ')}`;
  if (issue.code === 'invalid_type') return `${field} is missing or not of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `${field} is not one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'custom') return `${field} ${issue.message}`;
  return `${field} is not valid`;
}
