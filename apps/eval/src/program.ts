/**
 * `archive-eval`: a gold suite over the address of an archive.
 *
 * For servers of others, and for your own as it runs; `archive eval` does the same in process and sweeps everything.
 */
import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { ArchiveClientError } from '@archive/client';
import { ArchiveError } from '@archive/contract';
import { Command, CommanderError } from 'commander';
import { EVALUATION_OPTIONS, evaluationOptions } from './evaluation-options.ts';
import { openOverNetwork } from './open-over-network.ts';
import { readCanaries, readGoldSuite } from './read-suite.ts';
import { runEvaluation } from './run-evaluation.ts';

/** Where the program writes, and what surrounds it. */
export interface Surroundings {
  out: (text: string) => void;
  err: (text: string) => void;
  cwd: string;
  /** Whether stdout is a terminal of a person. */
  isTerminal: boolean;
  fetch?: typeof globalThis.fetch;
}

/** Runs the program and gives the exit code: 0 passed, 1 failed, 2 called the wrong way, 3 could not run. Never throws. */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let code = 0;
  const program = evaluationProgram(surroundings, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const known = error instanceof ArchiveError ? error : undefined;
    surroundings.err(
      `error: ${known?.message ?? (error instanceof TypeError ? error.message : 'something unexpected happened')}\n`,
    );
    const help = isUnreachable(error) ? 'check --url, the network, and that the server runs' : known?.help;
    if (help !== undefined) surroundings.err(`  help: ${help}\n`);
    if (known === undefined || known instanceof ArchiveClientError) return 3;
    return MISUSE_CODES.has(known.code) ? 2 : 1;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ArchiveClientError && error.code === 'unreachable';
}

/** Errors of what it was given to read. */
const MISUSE_CODES: ReadonlySet<string> = new Set(['misuse', 'gold-suite', 'eval-report', 'eval-recording']);

/** The command alone, for its help. */
export function archiveEvalProgram(): Command {
  return evaluationProgram(ofProcess(), () => undefined);
}

function evaluationProgram(surroundings: Surroundings, ended: (code: number) => void): Command {
  const program = new Command('archive-eval')
    .description('Ask the questions of a gold suite over the address of an archive.')
    .requiredOption('--url <address>', 'address of the archive; its server should run with --no-limits')
    .requiredOption('--suite <file>', 'gold suite')
    .option('--canaries <file>', 'file of canaries, besides those of the suite; none is read otherwise')
    .option('--author <name>', 'whom {{author}} of the suite stands for; needed where a query holds it')
    .option('--json', 'print one JSON document on stdout')
    .option('--reveal', 'print ids and questions even without a terminal or under CI')
    .exitOverride()
    .configureOutput({ writeOut: surroundings.out, writeErr: surroundings.err });
  for (const [flags, description] of EVALUATION_OPTIONS) program.option(flags, description);
  program.addHelpText(
    'after',
    '\nReports are written into archive-eval/ of the folder you are in. Exit codes: 0 passed, 1 something failed, 2 called the wrong way or a suite that cannot be read, 3 nothing answers at the address.',
  );
  return program.action(async (options: Record<string, unknown>) => {
    ended(await evaluateUrl(options, surroundings));
  });
}

async function evaluateUrl(
  options: Record<string, unknown>,
  { out, err, cwd, isTerminal, fetch }: Surroundings,
): Promise<number> {
  const read = evaluationOptions(options);
  const file = (name: string): string => path.resolve(cwd, String(options[name]));
  const isPlain = options['reveal'] === true || isTerminal;
  const isJson = options['json'] === true;
  const key = randomBytes(16);
  const gone = new AbortController();
  const address = (named: string | undefined): string => named ?? String(options['url']);
  return runEvaluation({
    suite: await readGoldSuite(
      file('suite'),
      options['author'] === undefined ? undefined : String(options['author']),
    ),
    canaries: options['canaries'] === undefined ? undefined : await readCanaries(file('canaries')),
    options: read,
    open: async (named) =>
      openOverNetwork(address(named), {
        onAbsent: (error) => gone.abort(error),
        ...(fetch === undefined ? {} : { fetch }),
      }),
    names: {
      id: (id) => (isPlain ? id : `id-${createHmac('sha256', key).update(id).digest('hex').slice(0, 10)}`),
      query: ({ id, number }) => (isPlain ? id : `query ${number}`),
      isPlain,
    },
    output: {
      line: (text = '') => (isJson ? undefined : out(`${printable(text)}\n`)),
      note: (text) => err(`${printable(text)}\n`),
      document: (value) => (isJson ? out(`${JSON.stringify(value, null, 2)}\n`) : undefined),
    },
    cwd,
    reports: path.join(cwd, 'archive-eval'),
    now: () => new Date(),
    signal: gone.signal,
  });
}

/** Control and invisible characters of an archive must not drive a terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
}

/** The surroundings of a process. */
export function ofProcess(): Surroundings {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    isTerminal: process.stdout.isTTY === true && process.env['CI'] === undefined,
  };
}
