/**
 * The ledger of whatever serves an archive: on unless `--no-limits` says otherwise, which only this machine may ask for.
 */
import path from 'node:path';
import { type DisclosureLedger, LedgerLockedError, type Log, serverLedger } from '@archive/api';
import { isLoopbackHost } from '@archive/embed';
import type { ArchiveConfig } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_MISUSE } from './exit-codes.ts';

/** The folder of the ledger in an output folder. */
export const LEDGER_FOLDER = 'ledger';

/** Whether an option list asks for no limits. @throws {CommandError} exit code 2, on an address that others can reach */
export function isUnlimited(options: Readonly<Record<string, unknown>>, host: string): boolean {
  if (options['limits'] !== false) return false;
  if (isLoopbackHost(host)) return true;
  throw new CommandError(EXIT_MISUSE, {
    message: '--no-limits is for this machine alone, and the server would listen where others can reach it',
    help: 'leave out --no-limits or --host',
  });
}

/** Where a ledger is kept, and its rules. */
export interface LedgerPlace {
  out: string;
  config: Pick<ArchiveConfig, 'ledger' | 'server'>;
  env: Readonly<Record<string, string | undefined>>;
  log: Log;
}

/** Opens the ledger of a server. @throws {CommandError} exit code 3, when another server writes it */
export async function servedLedger({ out, config, env, log }: LedgerPlace): Promise<DisclosureLedger> {
  const redisUrl = env['ARCHIVE_REDIS_URL'] ?? config.server?.redis;
  return open(path.join(out, LEDGER_FOLDER), { config, log, redisUrl });
}

/**
 * Opens the ledger of a client on this machine, which has an account of its own: several clients start a process each,
 * and each takes the first account that no other holds.
 */
export async function localClientLedger({
  out,
  config,
  log,
}: Omit<LedgerPlace, 'env'>): Promise<DisclosureLedger> {
  for (let number = 1; ; number++) {
    const folder = path.join(out, LEDGER_FOLDER, number === 1 ? 'stdio' : `stdio-${number}`);
    try {
      return await serverLedger({ folder, ...globalOf(config) }, log);
    } catch (error) {
      if (!(error instanceof LedgerLockedError) || number >= MOST_LOCAL_CLIENTS) throw error;
    }
  }
}

const MOST_LOCAL_CLIENTS = 32;

async function open(
  folder: string,
  { config, log, redisUrl }: { config: LedgerPlace['config']; log: Log; redisUrl: string | undefined },
): Promise<DisclosureLedger> {
  try {
    return await serverLedger(
      { folder, ...(redisUrl === undefined ? {} : { redisUrl }), ...globalOf(config) },
      log,
    );
  } catch (error) {
    if (!(error instanceof LedgerLockedError)) throw error;
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: error.message,
      ...(error.help === undefined ? {} : { help: error.help }),
      cause: error,
    });
  }
}

function globalOf({ ledger }: Pick<ArchiveConfig, 'ledger'>): { global?: 'alarm' | 'enforce' } {
  return ledger?.global === undefined ? {} : { global: ledger.global };
}
