/**
 * `archive migrate`: schema 2 or 3 to schema 4, vectors untouched, no key needed.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  migrateV2ToV3,
  migrateV3ToV4,
  toServedIndex,
  validateIndex,
  writeIndex,
  writeServedIndex,
} from '@archive/index';
import { quantity } from '@archive/ingest';
import { CommandError } from '../command-error.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import type { CommandContext } from '../command-context.ts';

/** Runs the command; a file that is schema 4 already is left alone. */
export async function migrate(
  { output, cwd }: CommandContext,
  file: string,
  options: Record<string, unknown>,
): Promise<number> {
  const source = path.resolve(cwd, file);
  const privateVectors = options['privateVectors'];
  if (privateVectors !== 'coded' && privateVectors !== 'exact') {
    throw new CommandError(EXIT_MISUSE, {
      message: '--private-vectors is neither coded nor exact',
      help: 'leave it out for coded',
    });
  }
  const stored = await readJson(source);
  const version = versionOf(stored);
  if (![2, 3, 4].includes(version)) {
    throw new CommandError(EXIT_FINDING, {
      message: 'the file is no index of schema 2, 3 or 4',
      help: 'build again with `archive build`',
    });
  }
  const third = version === 2 ? migrateV2ToV3(stored) : stored;
  const index = validateIndex(version === 4 ? stored : migrateV3ToV4(third));
  const target = options['to'] === undefined ? source : path.resolve(cwd, String(options['to']));
  if (version !== 4 || target !== source) await writeIndex(target, index);
  if (options['served'] !== undefined) {
    await writeServedIndex(
      path.resolve(cwd, String(options['served'])),
      toServedIndex(index, { privateVectors }),
    );
    if (privateVectors === 'exact')
      output.note('warning: exact vectors of unreleased text are in the served file; treat it as the text');
  }
  const report = {
    from: version,
    to: 4,
    entities: index.entities.length,
    fragments: index.entries.length,
    vectors: 'unchanged',
  };
  output.line(
    version === 4
      ? 'already schema 4'
      : `schema ${version} → 4: ${quantity(report.entities, 'entity', 'entities')}, ${quantity(report.fragments, 'fragment')}, vectors unchanged`,
  );
  output.document(report);
  return EXIT_SUCCESS;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CommandError(EXIT_FINDING, {
      message: 'the index file is not JSON',
      help: 'build again with `archive build`',
    });
  }
}

function versionOf(stored: unknown): number {
  return typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    typeof stored.version === 'number'
    ? stored.version
    : -1;
}
