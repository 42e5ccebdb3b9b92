/**
 * What an operator may look at of an error that no caller is told: its stack, on stderr, under `ARCHIVE_DEBUG=1`.
 *
 * For the operator alone: a stack may quote what the process was working on.
 */
import process from 'node:process';

/** The option of a server that prints stacks, when the environment asks for it. */
export function debugOption(env: Readonly<Record<string, string | undefined>> = process.env): {
  onInternalError?: (error: unknown, requestId?: string) => void;
} {
  return env['ARCHIVE_DEBUG'] === '1' ? { onInternalError: printStack } : {};
}

function printStack(error: unknown, requestId?: string): void {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${requestId === undefined ? '' : `${requestId} `}${stack}\n`);
}
