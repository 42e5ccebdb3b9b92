/**
 * Finds out that a port cannot be listened on before anything long is done for it.
 *
 * The port is taken for a moment and given back, so a port that is free here may still be lost before it is used.
 */
import { createServer } from 'node:net';
import { CommandError, systemReason } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/** The option that a port is given with. */
type PortOption = '--port' | '--metrics-port';

/**
 * Refuses a port that is taken, forbidden, or on an address this machine does not have.
 *
 * @param host  as given to `--host`; brackets around an IPv6 address are taken off
 * @throws {CommandError} exit code 3
 */
export async function refuseBusyPort(
  port: number,
  host: string,
  option: PortOption = '--port',
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host: host.replace(/^\[|\]$/g, ''), exclusive: true }, () => {
      probe.close(() => resolve());
    });
  }).catch((cause: unknown) => {
    throw refusal(cause, port, `choose another port with ${option}, or 0 for a free one`);
  });
}

/** The error of a server that cannot listen; what is not a matter of port or address is passed on as it is. */
export function cannotListen(
  cause: unknown,
  { port, metricsPort }: { port: number; metricsPort: number | undefined },
): unknown {
  if (portOf(cause) === metricsPort && metricsPort !== undefined && metricsPort !== port)
    return refusal(cause, metricsPort, 'choose another port with --metrics-port, or 0 for a free one');
  const isTwice = port !== 0 && metricsPort === port;
  const more = isTwice ? '; --metrics-port must be another one' : '';
  return refusal(cause, port, `choose another port with --port, or 0 for a free one${more}`);
}

/** The port that the system says it refused. */
function portOf(cause: unknown): unknown {
  return cause instanceof Error && 'port' in cause ? cause.port : undefined;
}

function refusal(cause: unknown, port: number, help: string): unknown {
  const reason = systemReason(cause);
  if (reason === undefined) return cause;
  const message = `the server cannot listen on port ${port}: ${reason}`;
  return new CommandError(EXIT_ENVIRONMENT, { message, help, cause });
}
