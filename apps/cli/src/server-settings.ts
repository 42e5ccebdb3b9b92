/**
 * How a server is set up: the `server` section of the config, what the environment adds, and the options of the command.
 *
 * Secrets come from the environment alone; an option wins over the config.
 */
import type { ServerOptions } from '@archive/api';
import type { ArchiveConfig } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import { EXIT_MISUSE } from './exit-codes.ts';

/** The part of a server's options that an operator sets. */
export type OperatorSettings = Pick<
  ServerOptions,
  | 'origin'
  | 'trustedProxies'
  | 'cors'
  | 'limits'
  | 'key'
  | 'metricsPort'
  | 'maxConnections'
  | 'searchThreads'
  | 'logQueries'
>;

/**
 * Puts them together.
 *
 * @throws {CommandError} exit code 2, for an option that is none
 */
export function serverSettings(
  server: NonNullable<ArchiveConfig['server']> = {},
  options: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): OperatorSettings {
  const { redis, limits, metricsPort, ...same } = server;
  const redisUrl = env['ARCHIVE_REDIS_URL'] ?? redis;
  const key = env['ARCHIVE_SERVER_KEY'];
  const given = options['metricsPort'];
  const port = given === undefined ? metricsPort : metricsPortOf(String(given));
  return {
    ...same,
    limits: { ...limits, ...(redisUrl === undefined ? {} : { redisUrl }) },
    ...(key === undefined ? {} : { key }),
    ...(port === undefined ? {} : { metricsPort: port }),
    ...(options['logQueries'] === true ? { logQueries: true } : {}),
  };
}

/** Reads the port of the meters. @throws {CommandError} exit code 2 */
export function metricsPortOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CommandError(EXIT_MISUSE, {
    message: '--metrics-port is not a number from 0 to 65535',
    help: 'give a port such as --metrics-port 9464',
  });
}
