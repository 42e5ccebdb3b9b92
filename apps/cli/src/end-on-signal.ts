/**
 * SIGINT and SIGTERM end the process once, cleanly, with exit code 0.
 *
 * The handlers stay installed: Ctrl-C may arrive twice, from the terminal and from npm, and the second must not kill.
 */
import process from 'node:process';
import { EXIT_SUCCESS } from './exit-codes.ts';

/** Runs `close` on the first signal and then exits with 0; later signals change nothing. */
export function endOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const end = (): void => {
    if (closing) return;
    closing = true;
    close().then(
      () => process.exit(EXIT_SUCCESS),
      () => process.exit(EXIT_SUCCESS),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
