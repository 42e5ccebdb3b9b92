/**
 * Where a command writes: results to stdout, everything said on the way to stderr.
 *
 * With `--json` stdout holds one JSON document and nothing else. Strings from files are stripped of control
 * characters before they reach a terminal.
 */
import process from 'node:process';
import { ArchiveError } from '@archive/contract';
import { CommandError, systemReason } from './command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_MISUSE } from './exit-codes.ts';

/** The two streams of a command. */
export interface Output {
  readonly json: boolean;
  /** Prints a result line; silent with `--json`. */
  line(text?: string): void;
  /** Prints a notice to stderr. */
  note(text: string): void;
  /** Prints the result document; only with `--json`. */
  document(value: unknown): void;
}

/** Makes the output of a command; `json` as the user asked. */
export function consoleOutput(json: boolean): Output {
  return {
    json,
    line: (text = '') => {
      if (!json) process.stdout.write(`${terminalSafe(text)}\n`);
    },
    note: (text) => {
      process.stderr.write(`${terminalSafe(text)}\n`);
    },
    document: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
  };
}

/** Replaces control and invisible formatting characters, so that a file name cannot drive a terminal. */
function terminalSafe(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (character === '\n' ? '\n' : '�'));
}

/** Prints an error the way every command ends, and gives the exit code it asks for. */
export function reportError(error: unknown, output: Output): number {
  const exitCode = exitCodeOf(error);
  const { code, message, help } = wordsOf(error);
  if (output.json) output.document({ error: { code, message, ...(help === undefined ? {} : { help }) } });
  output.note(`error: ${message}`);
  if (help !== undefined) output.note(`  help: ${help}`);
  return exitCode;
}

/** Errors about the place or the provider rather than about the archive. */
const ENVIRONMENT_CODES: ReadonlySet<string> = new Set([
  'out-dir',
  'unfit-out',
  'build-locked',
  'embedder',
  'missing-peer',
  'model',
  'model-config',
  'collection-unreadable',
]);

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ArchiveError && error.code === 'misuse') return EXIT_MISUSE;
  if (error instanceof ArchiveError)
    return ENVIRONMENT_CODES.has(error.code) ? EXIT_ENVIRONMENT : EXIT_FINDING;
  return EXIT_ENVIRONMENT;
}

function wordsOf(error: unknown): { code: string; message: string; help?: string | undefined } {
  if (error instanceof ArchiveError) return { code: error.code, message: error.message, help: error.help };
  const reason = systemReason(error);
  if (reason !== undefined) return { code: 'environment', message: reason };
  // An error nobody foresaw may quote what it was working on: say its kind, keep its words.
  const kind = error instanceof Error ? error.name : typeof error;
  return {
    code: 'internal-error',
    message: `an unexpected ${kind} stopped the command`,
    help: 'set ARCHIVE_DEBUG=1 to see the stack; it may quote private text',
  };
}
