/**
 * Finds and reads the config of an archive; a folder without one is indexed under stated assumptions.
 */
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import type { z } from 'zod';
import { byCodeUnit } from '@archive/index';
import { decodeText } from '../files/decode-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseYamlConfig } from '../front-matter/parse-yaml-block.ts';
import { readBytes } from '../read/read-bytes.ts';
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
 * @throws {ConfigError} when there are two, one under a name that is almost right, or one that cannot be read, is empty,
 *   is not well formed or has an unknown key
 */
export async function loadArchiveConfig(folder: string): Promise<LoadedConfig> {
  const names = await configNames(folder);
  const [file, second] = names;
  if (file === undefined) {
    await refuseInnerFolder(folder);
    return {};
  }
  if (second !== undefined)
    throw new ConfigError({ file, problem: `stands beside ${second}`, help: 'keep one config' });
  if (!CONFIG_FILES.some((name) => name === file)) {
    throw new ConfigError({
      file,
      problem: 'is no name a config may have',
      help: `call it ${CONFIG_FILES.join(', ')}, or take it out of the folder`,
    });
  }
  const result = archiveConfigSchema.safeParse(parseConfig(file, await readConfig(folder, file)));
  if (result.success) return { ...result.data, configFile: file };
  const [issue] = result.error.issues;
  throw new ConfigError({ file, problem: describeIssue(issue) });
}

/** A folder inside an archive is no archive of its own: its files have their policy from the config above. */
async function refuseInnerFolder(folder: string): Promise<void> {
  const start = path.resolve(folder);
  for (let above = path.dirname(start); ; above = path.dirname(above)) {
    const [file] = await configNames(above).catch(() => []);
    if (file !== undefined) {
      throw new ConfigError({
        file: path.relative(start, path.join(above, file)),
        problem: 'says that this folder is part of an archive',
        help: 'name the folder that holds the config',
      });
    }
    if (above === path.dirname(above)) return;
  }
}

/** What could be meant as a config: a name in another case or ending, or with a slip, must not be passed over. */
const LIKE_A_CONFIG =
  /^\.?archiv(?:e|es)?(?:[._-]?(?:config|conf|cfg|configuration))?\.(?:ya?ml|json[5c]?|toml)$/i;

/** Says whether a file name is that of a config, or close to it. */
export function isLikeConfig(name: string): boolean {
  return LIKE_A_CONFIG.test(name);
}

async function configNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return [];
    throw error;
  });
  return names.filter(isLikeConfig).sort(byCodeUnit);
}

async function readConfig(folder: string, file: string): Promise<Uint8Array> {
  try {
    const bytes = await readBytes(await realpath(path.join(folder, file)), CONFIG_MAX_MIB);
    if (bytes.length > 0) return bytes;
  } catch (cause) {
    throw new ConfigError({
      file,
      problem: 'cannot be read as a file',
      help: 'check its permissions and where it leads',
      cause,
    });
  }
  throw new ConfigError({
    file,
    problem: 'is empty',
    help: 'write it again, or delete it to index the folder as public records',
  });
}

const CONFIG_MAX_MIB = 1;

function parseConfig(file: string, bytes: Uint8Array): unknown {
  try {
    const text = decodeText(bytes);
    if (file.endsWith('.json')) JSON.parse(text);
    // JSON is YAML as well, and read as such a key that comes twice is refused.
    return parseYamlConfig(text) ?? {};
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
  if (issue.code === 'invalid_type')
    return issue.expected === 'int'
      ? `${field} is no whole number`
      : `${field} is missing or not of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `${field} is not one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'custom') return `${field} ${issue.message}`;
  if (issue.code === 'too_small')
    return `${field} ${NUMBERS.has(issue.origin) ? 'is below' : 'holds fewer than'} ${issue.minimum}`;
  if (issue.code === 'too_big')
    return `${field} ${NUMBERS.has(issue.origin) ? 'is above' : 'holds more than'} ${issue.maximum}`;
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return `${field} is no address of a kind it takes, or lacks its scheme`;
  return `${field} is not valid`;
}

/** What a bound is of; of anything else it counts letters or members. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'int', 'bigint']);
