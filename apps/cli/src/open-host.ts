/**
 * A host that others can reach needs an archive that says what its undeclared files are (decisions 1.7f).
 */
import { isLoopbackHost } from '@archive/embed';
import { loadArchiveConfig } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/**
 * Refuses a non-loopback host for an archive whose config does not state `defaults.raw`.
 *
 * @throws {CommandError} exit code 3
 */
export async function refuseOpenHost(folder: string, host: string): Promise<void> {
  if (isLoopbackHost(host)) return;
  const config = await loadArchiveConfig(folder);
  if (config.defaults?.raw !== undefined) return;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: 'this host can be reached by others, and the archive does not state defaults.raw',
    help: 'write defaults: {raw: private} or {raw: public} into archive.config.yaml, or leave out --host',
  });
}
