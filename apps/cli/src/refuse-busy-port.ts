/**
 * Finds out that a port cannot be listened on before anything long is done for it.
 *
 * The port is taken for a moment and given back, so a port that is free here may still be lost before it is used.
 */
import { createServer } from 'node:net';
import { CommandError, systemReason } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/**
 * Refuses a port that is taken, forbidden, or on an address this machine does not have.
 *
 * @param host  as given to `--host`; brackets around an IPv6 address are taken off
 * @throws {CommandError} exit code 3
 */
export async function refuseBusyPort(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host: host.replace(/^\[|\]$/g, ''), exclusive: true }, () => {
      probe.close(() => resolve());
    });
  }).catch((cause: unknown) => {
    throw cannotListen(port, cause);
  });
}

/** The error of a server that cannot listen; what is not a matter of port or address is passed on as it is. */
export function cannotListen(port: number, cause: unknown): unknown {
  const reason = systemReason(cause);
  if (reason === undefined) return cause;
  return new CommandError(EXIT_ENVIRONMENT, {
    message: `the server cannot listen on port ${port}: ${reason}`,
    help: 'choose another port with --port, or 0 for a free one',
    cause,
  });
}
