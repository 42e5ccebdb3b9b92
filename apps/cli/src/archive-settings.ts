/**
 * What every command on a folder starts from: absolute paths, the config's embedder, the address of the server.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Embedder } from '@archive/embed';
import { loadArchiveConfig, projectionsFile } from '@archive/ingest';
import { archiveOut } from './archive-place.ts';
import { CommandError } from './command-error.ts';
import { embedderForConfig } from './embedder-for-archive.ts';
import { EXIT_ENVIRONMENT, EXIT_MISUSE } from './exit-codes.ts';

/** An archive a command was called for. */
export interface ArchiveAt {
  /** Absolute. */
  folder: string;
  /** Absolute. */
  out: string;
  /** Whether `--out` was given. */
  isOutGiven: boolean;
  config: Awaited<ReturnType<typeof loadArchiveConfig>>;
  /** Address of the server, for works without a URL of their own: `--origin`, else `server.origin` of the config. */
  origin: string | undefined;
}

/** An archive with the embedder its config names. */
export interface ArchiveSettings extends ArchiveAt {
  embedder: Embedder;
}

/** Reads folder, `--out` and config of a command. Relative paths are taken from `cwd`. */
export async function archiveAt(
  cwd: string,
  folder: string,
  options: Record<string, unknown>,
): Promise<ArchiveAt> {
  const absolute = path.resolve(cwd, folder);
  const given = options['out'] === undefined ? undefined : path.resolve(cwd, String(options['out']));
  await refuseMissingFolder(absolute);
  refuseBadOrigin(options['origin']);
  const config = await loadArchiveConfig(absolute);
  const out = archiveOut(absolute, given);
  await takeInDrafts(projectionsFile(absolute, out, config), out);
  const origin = options['origin'] === undefined ? config.server?.origin : String(options['origin']);
  return { folder: absolute, out, isOutGiven: given !== undefined, config, origin };
}

/** As {@link archiveAt}, for a command that embeds. */
export async function archiveSettings(
  cwd: string,
  folder: string,
  options: Record<string, unknown>,
): Promise<ArchiveSettings> {
  const place = await archiveAt(cwd, folder, options);
  const surroundings = { apiKey: process.env['OPENAI_API_KEY'], folder: place.folder };
  return { ...place, embedder: await embedderForConfig(place.config.embed, surroundings) };
}

/** Where a run of the drafter keeps what it finished; looked for by name, so that a server loads no drafter. */
const DRAFT_JOURNAL = 'drafts.journal';

/** Drafts that a killed run has finished count from now on, whatever the command. */
async function takeInDrafts(file: string, out: string): Promise<void> {
  if (!existsSync(path.join(out, DRAFT_JOURNAL))) return;
  const { foldDrafts } = await import('@archive/drafter');
  await foldDrafts({ file, out });
}

/** A command that makes its folder would build an empty archive out of a typing error. */
async function refuseMissingFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: 'the folder of the archive is not there, or is no folder',
    help: 'check the path',
  });
}

function refuseBadOrigin(origin: unknown): void {
  if (
    origin === undefined ||
    (URL.canParse(String(origin)) && /^https?:$/.test(new URL(String(origin)).protocol))
  )
    return;
  throw new CommandError(EXIT_MISUSE, {
    message: '--origin is not an absolute http or https address',
    help: 'give an address such as https://archive.example.org',
  });
}
