/**
 * `archive serve`: the page, the HTTP API and its description over the published served index.
 *
 * Opens the served half only. Ends on SIGINT, SIGTERM, or when the process that started it is gone.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { startServer } from '@archive/api';
import { CommandError } from '../command-error.ts';
import { endOnSignal } from '../end-on-signal.ts';
import { archiveAt } from '../archive-settings.ts';
import { embedderForIndex } from '../embedder-for-archive.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';
import { logOf } from '../log-form.ts';
import { refuseOpenHost } from '../open-host.ts';
import { cannotListen, refuseBusyPort } from '../refuse-busy-port.ts';
import type { CommandContext } from '../command-context.ts';
import { DEFAULT_HOST, parsePort } from '../start-options.ts';

/** Runs the command; resolves only when serving failed. */
export async function serve(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, config } = await archiveAt(cwd, folder, options);
  const port = parsePort(options['port'] === undefined ? undefined : String(options['port']));
  const host = options['host'] === undefined ? DEFAULT_HOST : String(options['host']);
  await refuseOpenHost(absolute, host);
  if ((await stat(path.join(out, 'current.json')).catch(() => undefined)) === undefined) {
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: 'nothing is published here',
      help: 'run `archive build` first, or name the index folder with --out',
    });
  }
  await refuseBusyPort(port, host);
  const server = await startServer({
    archiveDir: out,
    embedder: (model) =>
      embedderForIndex(model, config.embed, { apiKey: process.env['OPENAI_API_KEY'], folder: absolute }),
    port,
    host,
    log: logOf(options['log']),
    ...(config.name === undefined ? {} : { name: config.name }),
    ...(process.env['ARCHIVE_DEBUG'] === '1' ? { onInternalError: printStack } : {}),
  }).catch((cause: unknown) => {
    throw cannotListen(port, cause);
  });
  endOnSignal(() => server.close());
  // A parent that started this as its child prints the address itself.
  if (process.send === undefined) output.line(`serving ${server.url}/`);
  output.document({ url: server.url });
  process.send?.({ url: server.url });
  return new Promise(() => undefined);
}

/** For the operator alone: a stack may quote what the server was working on. */
function printStack(error: unknown, requestId: string): void {
  process.stderr.write(`${requestId} ${error instanceof Error ? error.stack : String(error)}\n`);
}
