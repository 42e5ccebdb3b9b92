/**
 * `archive probe`: an adversary with your own embedder against your own published archive, and what they learn.
 *
 * Reads both halves, asks in this process, prints figures and gates. Neither texts nor ids are printed, in a terminal or not.
 */
import process from 'node:process';
import { assertMaySend } from '@archive/embed';
import {
  atMostQuestions,
  createRandom,
  FULL_PROBE,
  isGate,
  type ProbeRow,
  runProbe,
  SMALL_PROBE,
} from '@archive/evaluation';
import type { SearchProfile } from '@archive/retrieve';
import { archiveAt } from '../archive-settings.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { embedderForIndex } from '../embedder-for-archive.ts';
import type { CommandContext } from '../command-context.ts';
import { nothingPublished } from '../nothing-published.ts';
import type { Output } from '../console-output.ts';
import { readProbeArchive } from '../probe/probe-archive.ts';
import { figureLine, probeGates } from '../probe/probe-lines.ts';
import { probeSetup } from '../probe/probe-setup.ts';

/** Runs the command; exit code 1 when a gate does not hold. */
export async function probe(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const seed = wholeNumber('seed', options['seed']) ?? DEFAULT_SEED;
  const most = wholeNumber('questions', options['questions']) ?? Number.MAX_SAFE_INTEGER;
  if (most === 0)
    throw new CommandError(EXIT_MISUSE, {
      message: '--questions 0 would ask nothing, and every promise would seem to hold',
      help: 'give a number such as --questions 200',
    });
  const { folder: absolute, out, config } = await archiveAt(cwd, folder, options);
  const archive = await readProbeArchive(out);
  if (archive === undefined) throw nothingPublished();
  const embedder = await embedderForIndex(archive.served.model, config.embed, {
    apiKey: process.env['OPENAI_API_KEY'],
    folder: absolute,
  });
  // The attacker's questions are made of words of your private text, and true sentences are among them.
  const privateCount = archive.own.entries.filter(
    ({ fragment }) => fragment.disclosure.exposure !== 'text',
  ).length;
  assertMaySend(embedder, { allowPrivate: config.embed?.allowPrivate === true, privateCount });
  if (embedder.dimensions > MOST_DIMENSIONS)
    throw new CommandError(EXIT_ENVIRONMENT, {
      message: `vectors of ${embedder.dimensions} numbers are too long for this adversary, who handles ${MOST_DIMENSIONS}`,
      help: 'see docs/threat-model.md for what is known of longer ones',
    });
  const random = createRandom(seed);
  const setup = await probeSetup(archive, embedder, random, profileOf(options['profile']));
  const size = atMostQuestions(options['full'] === true ? FULL_PROBE : SMALL_PROBE, most);
  const rows = await runProbe(setup, size, random, (line) => output.note(line));
  output.document({ model: embedder.model, seed, rows });
  printRows(output, rows);
  return rows.every(({ ok }) => ok) ? EXIT_SUCCESS : EXIT_FINDING;
}

function profileOf(text: unknown): SearchProfile {
  if (text === undefined || text === 'hybrid') return 'hybrid';
  if (text === 'plain') return text;
  throw new CommandError(EXIT_MISUSE, {
    message: '--profile is neither hybrid nor plain',
    help: 'leave it out to ask as a server does',
  });
}

function printRows(output: Output, rows: readonly ProbeRow[]): void {
  const gates = probeGates(rows);
  for (const line of gates.lines) output.line(line);
  const arms = new Map<string, ProbeRow[]>();
  for (const row of rows.filter((each) => !isGate(each))) {
    const [arm = '', ...rest] = row.name.split('/');
    arms.set(arm, [...(arms.get(arm) ?? []), { ...row, name: rest.join('/') }]);
  }
  for (const [arm, figures] of arms) {
    output.line();
    output.line(arm);
    for (const row of figures) output.line(`  ${figureLine(row)}`);
  }
  output.line();
  output.line(gates.verdict);
}

function wholeNumber(name: string, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(String(text))) return Number(text);
  throw new CommandError(EXIT_MISUSE, {
    message: `--${name} is not a whole number`,
    help: `give a number such as --${name} 200`,
  });
}

const DEFAULT_SEED = 1;
const MOST_DIMENSIONS = 1_024;
