/**
 * The arguments of `npm start -- [folder] [--port n] [--host h] [--out dir]`, read and checked.
 *
 * Pure: paths are resolved against the directory the caller stood in, which npm hands on as INIT_CWD.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import { EXIT_MISUSE } from './exit-codes.ts';
import { metricsPortOf } from './server-settings.ts';

/** What to start. */
export interface StartOptions {
  /** Absolute; undefined means the demo. */
  folder: string | undefined;
  /** Absolute; undefined means `.archive` in the folder. */
  out: string | undefined;
  port: number;
  host: string;
  /** Undefined: by whether stderr is a terminal. */
  log: LogForm | undefined;
  /** False: no rate limit and no ledger. */
  limits: boolean;
  /** Options that the server reads itself, as `archive serve` takes them. */
  passedOn: readonly string[];
}

/** In which form requests are written down. */
export const LOG_FORMS = ['text', 'json', 'off'] as const;
/** One of {@link LOG_FORMS}. */
export type LogForm = (typeof LOG_FORMS)[number];

/** The port when none is given. */
export const DEFAULT_PORT = 8787;
/** The host when none is given: this machine alone. */
export const DEFAULT_HOST = '127.0.0.1';

/** The usage of the start command. */
export const START_USAGE = `Usage: npm start -- [folder] [--port n] [--host h] [--out dir] [--log form]
                    [--log-queries] [--metrics-port n] [--no-limits] [--mcp-ask]
                    [--ask-model name] [--ask-base-url url]

Indexes a folder of writing with the built-in embedder and serves its search page, HTTP API, MCP and OpenAPI document.
Without a folder: the demo archive.

  --port n    port to listen on, 0 picks a free one (default ${DEFAULT_PORT})
  --host h    address to listen on (default ${DEFAULT_HOST}, this machine alone)
  --out dir   where to keep the index (default <folder>/.archive)
  --log form  requests on stderr, without what was asked: text, json or off (default: text on a terminal)
  --log-queries
              write questions into the log as well; it then is a record of what people asked
  --metrics-port n
              port on this machine for /metrics (default server.metricsPort of the config, else none)
  --ask-model name
              have this model write answers (default \`answer\` of the config; else answers are quoted)
  --ask-base-url url
              OpenAI-compatible endpoint of that model, such as http://localhost:11434/v1
  --mcp-ask   offer the MCP tool ask_archive as well
  --no-limits no rate limit and no disclosure ledger; refused where others can reach the server
  --help      show this text`;

const HINT = 'see npm start -- --help';

/**
 * Reads the arguments of the start command.
 *
 * @param callerDir  directory relative paths are resolved against
 * @returns the options, or 'help' when the usage was asked for
 * @throws {CommandError} exit code 2, on anything it does not understand
 */
export function parseStartOptions(argv: readonly string[], callerDir: string): StartOptions | 'help' {
  const { values, positionals } = readArguments(argv);
  if (values.help === true) return 'help';
  if (positionals.length > 1) {
    throw new CommandError(EXIT_MISUSE, {
      message: `one folder is expected, ${positionals.length} arguments were given`,
      help: HINT,
    });
  }
  const [folder] = positionals;
  return {
    folder: folder === undefined ? undefined : path.resolve(callerDir, folder),
    out: values.out === undefined ? undefined : path.resolve(callerDir, values.out),
    port: parsePort(values.port),
    host: values.host ?? DEFAULT_HOST,
    log: parseLogForm(values.log),
    limits: values['no-limits'] !== true,
    passedOn: [
      ...(values['log-queries'] === true ? ['--log-queries'] : []),
      ...(values['metrics-port'] === undefined
        ? []
        : ['--metrics-port', String(metricsPortOf(values['metrics-port']))]),
      ...(values['ask-model'] === undefined ? [] : ['--ask-model', values['ask-model']]),
      ...(values['ask-base-url'] === undefined ? [] : ['--ask-base-url', values['ask-base-url']]),
      ...(values['mcp-ask'] === true ? ['--mcp-ask'] : []),
    ],
  };
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        out: { type: 'string' },
        log: { type: 'string' },
        'log-queries': { type: 'boolean' },
        'metrics-port': { type: 'string' },
        'ask-model': { type: 'string' },
        'ask-base-url': { type: 'string' },
        'mcp-ask': { type: 'boolean' },
        'no-limits': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    const option = /'(--?[\w-]+)/.exec(cause instanceof Error ? cause.message : '')?.[1];
    throw new CommandError(EXIT_MISUSE, {
      message: `${option === undefined ? 'an option' : `\`${option}\``} is not known or lacks its value`,
      help: HINT,
      cause,
    });
  }
}

function parseLogForm(text: string | undefined): LogForm | undefined {
  const form = LOG_FORMS.find((known) => known === text);
  if (text === undefined || form !== undefined) return form;
  throw new CommandError(EXIT_MISUSE, {
    message: `--log is none of ${LOG_FORMS.join(', ')}`,
    help: 'leave it out for text on a terminal and json elsewhere',
  });
}

/**
 * Reads a port number, 0 to 65535; undefined gives the default.
 *
 * @throws {CommandError} exit code 2
 */
export function parsePort(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new CommandError(EXIT_MISUSE, {
      message: '--port is not a number from 0 to 65535',
      help: 'give a port such as --port 9000',
    });
  }
  return port;
}
