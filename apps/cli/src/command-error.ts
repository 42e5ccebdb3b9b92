/**
 * An error a command ends with: a sentence, a remedy and the exit code.
 */
import { ArchiveError, type ArchiveErrorOptions } from '@archive/contract';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_MISUSE } from './exit-codes.ts';

/** Raised by commands; carries the exit code that says what kind of trouble it is. */
export class CommandError extends ArchiveError {
  readonly exitCode: number;

  constructor(exitCode: number, options: ArchiveErrorOptions) {
    super(CODES[exitCode] ?? 'command-failed', options);
    this.exitCode = exitCode;
  }
}

const CODES: Readonly<Record<number, string>> = {
  [EXIT_FINDING]: 'command-failed',
  [EXIT_MISUSE]: 'misuse',
  [EXIT_ENVIRONMENT]: 'environment',
};

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'not a folder',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'the host has no such address',
};

/** Says why the system refused, without the path or value Node puts in its message; undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(SYSTEM_REASONS, code) ? SYSTEM_REASONS[code] : undefined;
}
