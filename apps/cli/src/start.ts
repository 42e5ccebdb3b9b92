/**
 * `npm start`: the parent of a builder and a server.
 *
 * It opens no index. It makes sure of the port, asks whether the published index is current, lets a child build when it is not, lets another
 * child serve, prints the address, and ends both when it is told to stop. A build that fails or would widen what is
 * released leaves the published generation serving.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { archiveOut, demoFolder } from './archive-place.ts';
import { endOnSignal } from './end-on-signal.ts';
import { exitOf, forkSelf, stopChild } from './child-process.ts';
import { CommandError } from './command-error.ts';
import { consoleOutput, reportError } from './console-output.ts';
import { EXIT_ENVIRONMENT, EXIT_SUCCESS } from './exit-codes.ts';
import { parseStartOptions, START_USAGE, type StartOptions } from './start-options.ts';

const output = consoleOutput(false);
const children = new Set<ChildProcess>();
let isStopping = false;

async function start(argv: readonly string[]): Promise<number> {
  const options = parseStartOptions(argv, process.env['INIT_CWD'] ?? process.cwd());
  if (options === 'help') {
    output.line(START_USAGE);
    return EXIT_SUCCESS;
  }
  const folder = options.folder ?? demoFolder();
  if (!existsSync(folder)) {
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: 'the folder to index does not exist',
      help: 'check the path; relative folders are taken from where you called npm',
    });
  }
  const out = archiveOut(folder, options.out);
  const { refuseOpenHost } = await import('./open-host.ts');
  await refuseOpenHost(folder, options.host);
  const { refuseBusyPort } = await import('./refuse-busy-port.ts');
  await refuseBusyPort(options.port, options.host);
  const here = `http://localhost:${options.port === 0 ? 8787 : options.port}`;
  const place = options.out === undefined ? [] : ['--out', out];
  const buildCode = await buildUnlessCurrent(folder, out, place, here);
  if (!existsSync(`${out}/current.json`)) return buildCode === EXIT_SUCCESS ? EXIT_ENVIRONMENT : buildCode;
  return serve(folder, place, options);
}

async function buildUnlessCurrent(
  folder: string,
  out: string,
  place: readonly string[],
  here: string,
): Promise<number> {
  const { isBuildCurrent, loadArchiveConfig } = await import('@archive/ingest');
  const { embedderForConfig } = await import('./embedder-for-archive.ts');
  const { embed, server } = await loadArchiveConfig(folder);
  const origin = server?.origin ?? here;
  const embedder = await embedderForConfig(embed, { apiKey: process.env['OPENAI_API_KEY'], folder });
  if (await isBuildCurrent({ folder, out, origin, embedder, now: new Date() })) return EXIT_SUCCESS;
  const builder = await child(['build', folder, ...place, '--origin', origin, '--allow-quarantine']);
  const code = await exitOf(builder);
  if (code !== EXIT_SUCCESS && existsSync(`${out}/current.json`))
    output.note('the new index was not published; the published one goes on serving');
  return code;
}

async function serve(folder: string, place: readonly string[], options: StartOptions): Promise<number> {
  const server = await child([
    'serve',
    folder,
    ...place,
    '--port',
    String(options.port),
    '--host',
    options.host,
    ...(options.log === undefined ? [] : ['--log', options.log]),
    ...(options.limits ? [] : ['--no-limits']),
    ...options.passedOn,
  ]);
  server.on('message', (message) => {
    const { url } = message as { url?: string };
    if (url !== undefined)
      output.line(
        `\n  Search page   ${url}/\n  HTTP API      ${url}/v1/search?q=…   (described at ${url}/v1/openapi.json)\n  MCP           ${url}/mcp\n  Stop          Ctrl-C\n`,
      );
  });
  return exitOf(server);
}

/** Starts a child, unless this process is about to end: then it waits for that. */
function child(args: readonly string[]): Promise<ChildProcess> {
  if (isStopping) return new Promise(() => undefined);
  const started = forkSelf(args);
  children.add(started);
  started.once('exit', () => children.delete(started));
  return Promise.resolve(started);
}

endOnSignal(async () => {
  isStopping = true;
  await Promise.all([...children].map(stopChild));
});

start(process.argv.slice(2)).then(end, (error: unknown) => end(reportError(error, output)));

/** A child that was told to stop is no failure: the signal decides how this process ends. */
function end(code: number): void {
  if (!isStopping) process.exit(code);
}
