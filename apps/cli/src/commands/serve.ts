/**
 * `archive serve`: the page, the HTTP API and its description over the published served index.
 *
 * Opens the served half only. Ends on SIGINT, SIGTERM, or when the process that started it is gone.
 */
import process from 'node:process';
import { type DisclosureLedger, ledgerMetrics, type RunningServer, startServer } from '@archive/api';
import { endOnSignal } from '../end-on-signal.ts';
import { noteModelHost, servedAnswers } from '../answer-model-settings.ts';
import { archiveAt } from '../archive-settings.ts';
import { embedderForIndex } from '../embedder-for-archive.ts';
import { logOf } from '../log-form.ts';
import { refuseUnpublished } from '../nothing-published.ts';
import { refuseOpenHost } from '../open-host.ts';
import { debugOption } from '../print-stack.ts';
import { cannotListen, refuseBusyPort } from '../refuse-busy-port.ts';
import type { CommandContext } from '../command-context.ts';
import { noteRerankerHost, servedReranker } from '../rerank-settings.ts';
import { serverSettings } from '../server-settings.ts';
import { isUnlimited, servedLedger } from '../served-ledger.ts';
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
  const unlimited = isUnlimited(options, host);
  await refuseOpenHost(absolute, host);
  await refuseUnpublished(out);
  const settings = serverSettings(config.server, options, process.env);
  const { metricsPort } = settings;
  const answers = servedAnswers(config.answer, options, process.env);
  const rereading = servedReranker(config.rerank, process.env);
  await refuseBusyPort(port, host);
  if (metricsPort !== undefined) await refuseBusyPort(metricsPort, '127.0.0.1', '--metrics-port');
  const log = logOf(options['log']);
  const ledger = unlimited ? undefined : await servedLedger({ out, config, env: process.env, log });
  const server: RunningServer = await startServer({
    archiveDir: out,
    embedder: (model) =>
      embedderForIndex(model, config.embed, { apiKey: process.env['OPENAI_API_KEY'], folder: absolute }),
    port,
    host,
    log,
    ...settings,
    answers,
    ...rereading,
    ...(unlimited ? { limits: false } : {}),
    ...(ledger === undefined
      ? {}
      : {
          ledger,
          moreMetrics: () => metersText(ledger, server),
          checks: { ledger: () => ledger.isAvailable() },
        }),
    ...(config.name === undefined ? {} : { name: config.name }),
    ...debugOption(),
  }).catch(async (cause: unknown) => {
    await ledger?.close();
    throw cannotListen(cause, { port, metricsPort });
  });
  endOnSignal(async () => {
    await server.close();
    await ledger?.close();
  });
  noteModelHost(output, answers);
  noteRerankerHost(output, rereading);
  if (unlimited) output.note('no limits and no ledger: whoever asks gets everything that is served');
  // A parent that started this as its child prints the address itself.
  if (process.send === undefined) {
    output.line(`serving ${server.url}/`);
    output.line(`MCP at  ${server.url}/mcp`);
  }
  output.document({ url: server.url });
  process.send?.({ url: server.url });
  return new Promise(() => undefined);
}

/** What the ledger stands at, for the port of the meters. */
async function metersText(ledger: DisclosureLedger, server: RunningServer): Promise<string> {
  const index = server.index();
  return index === undefined ? '' : ledgerMetrics(await ledger.meters(index).catch(() => undefined));
}
