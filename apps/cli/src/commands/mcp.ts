/**
 * `archive mcp`: the published served index for one MCP client, over stdin and stdout.
 *
 * Nothing but the protocol is written to stdout. Ends when the client closes stdin, on SIGINT and on SIGTERM. With
 * `--print-config` it serves nothing and prints what to paste into common clients.
 */
import process from 'node:process';
import { logToStderr, serveMcpStdio } from '@archive/api';
import { noteModelHost, servedAnswers } from '../answer-model-settings.ts';
import { noteRerankerHost, servedReranker } from '../rerank-settings.ts';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { embedderForIndex } from '../embedder-for-archive.ts';
import { endOnSignal } from '../end-on-signal.ts';
import { EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import {
  type ClientConfig,
  httpConfigs,
  serverName,
  stdioConfigs,
  stdioLaunch,
} from '../mcp-client-config.ts';
import { refuseUnpublished } from '../nothing-published.ts';
import { debugOption } from '../print-stack.ts';
import { localClientLedger } from '../served-ledger.ts';
import { DEFAULT_PORT } from '../start-options.ts';

/** Runs the command; resolves when the client has gone. */
export async function mcp(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, config } = await archiveAt(cwd, folder, options);
  if (options['printConfig'] === true) {
    printConfig(output, absolute, {
      out: options['out'] === undefined ? undefined : out,
      url: urlOf(options, config.server?.origin),
      isGuess: options['url'] === undefined,
    });
    return EXIT_SUCCESS;
  }
  await refuseUnpublished(out);
  const answers = servedAnswers(config.answer, options, process.env);
  if (answers.mcpTool === true) noteModelHost(output, answers);
  const rereading = servedReranker(config.rerank, process.env);
  noteRerankerHost(output, rereading);
  const ledger = await localClientLedger({ out, config, log: logToStderr });
  const connection = await serveMcpStdio({
    archiveDir: out,
    ledger,
    embedder: (model) =>
      embedderForIndex(model, config.embed, { apiKey: process.env['OPENAI_API_KEY'], folder: absolute }),
    answers,
    ...rereading,
    ...(config.name === undefined ? {} : { name: config.name }),
    ...debugOption(),
  });
  if (process.stdin.isTTY)
    output.note(
      'waiting for an MCP client on stdin; archive mcp --print-config prints what to paste into one',
    );
  endOnSignal(() => connection.close());
  await connection.closed;
  await ledger.close();
  return EXIT_SUCCESS;
}

/** The address of the endpoint of a server that runs: as given, else where the config or the default port would have it. */
function urlOf(options: Record<string, unknown>, origin = `http://localhost:${DEFAULT_PORT}`): string {
  const given = options['url'] === undefined ? origin : String(options['url']);
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) {
    throw new CommandError(EXIT_MISUSE, {
      message: '--url is not an http or https address',
      help: 'give the address of the page, such as https://archive.example',
    });
  }
  const url = new URL(given);
  if (!/\/mcp\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  return url.href;
}

function printConfig(
  output: Output,
  folder: string,
  { out, url, isGuess }: { out: string | undefined; url: string; isGuess: boolean },
): void {
  const name = serverName(folder);
  const stdio = stdioLaunch(folder, out);
  output.document({ name, stdio, http: { url } });
  output.line('Clients that start the server themselves:\n');
  for (const config of stdioConfigs(name, stdio)) printOne(output, config);
  const where = isGuess ? `, here at ${url}. That is a guess; name the address with --url:` : ':';
  output.line(`Clients that call a server which runs (\`archive serve\`)${where}\n`);
  for (const config of httpConfigs(name, url)) printOne(output, config);
}

function printOne(output: Output, { clients, where, content }: ClientConfig): void {
  output.line(`${clients}, in ${where}:\n`);
  output.line(`${content}\n`);
}
