/**
 * Errors about a file, without the file: its path is an authored string (decisions 1.11).
 *
 * For the commands that print keyed ids when nobody said that names may be shown. A build names its files, for it is the
 * author's own act and its log is no place for the other half.
 */
import { ArchiveError } from '@archive/contract';
import { CommandError } from './command-error.ts';
import { EXIT_FINDING, EXIT_MISUSE } from './exit-codes.ts';

/** The error as it may be printed without names; errors that name no file are given back as they are. */
export function withoutFile(error: unknown): unknown {
  if (!(error instanceof ArchiveError) || !NAMES_FILES.has(error.code)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  const said =
    path !== undefined && error.message.startsWith(`${path}: `)
      ? error.message.slice(path.length + 2)
      : `it is refused (${error.code})`;
  return new CommandError(EXIT_FINDING, {
    message: `a file of the archive: ${said}`,
    help: 'run it in a terminal, or with --reveal, to see which file',
    cause: error,
  });
}

/**
 * What a command cannot read that it was given, as misuse: for the commands whose exit code 1 is an outcome (a refusal, a
 * query that failed) and must not be mistaken for it.
 */
export function unreadableAsMisuse(error: unknown): unknown {
  if (!(error instanceof ArchiveError) || !UNREADABLE.has(error.code)) return error;
  const { message, help } = error;
  return new CommandError(EXIT_MISUSE, { message, ...(help === undefined ? {} : { help }), cause: error });
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'config',
  'embed-config',
  'gold-suite',
  'eval-report',
  'eval-recording',
]);

/** Codes of errors whose message begins with a file, or names several. */
const NAMES_FILES: ReadonlySet<string> = new Set([
  'public-safe-lint',
  'misauthored',
  'work-policy',
  'id-collision',
]);
