/**
 * In which form a server writes down its requests: for a person at a terminal, for a program, or not at all.
 *
 * No form holds what was asked.
 */
import process from 'node:process';
import { type Log, logToStderr, logToTerminal } from '@archive/api';

/** The log of a server: as `--log` says, else short lines on a terminal and JSON elsewhere. */
export function logOf(form: unknown, isTerminal: boolean = process.stderr.isTTY === true): Log {
  if (form === 'off') return () => undefined;
  return form === 'text' || (form === undefined && isTerminal) ? logToTerminal : logToStderr;
}
