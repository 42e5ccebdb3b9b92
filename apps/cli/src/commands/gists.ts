/**
 * `archive gists list|show|edit|veto|unveto|review|accept|report`: the author's desk without a browser.
 *
 * Reads the folder, changes `projections.json` and nothing else; what is released changes with the next build. Without a
 * terminal, or under CI, only keyed ids, counts and rules are printed (decisions 1.11).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { ActRequest, FragmentRow, FragmentView, RowFilter, WorkSummary } from '@archive/desk';
import { Desk, DeskError } from '@archive/desk';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { type IdPrinter, idPrinter, KEYED_NOTE } from '../keyed-ids.ts';

type Options = Record<string, unknown>;

/** `gists list`: one line for each fragment that asks for a gist. */
export async function listGists(context: CommandContext, folder: string, options: Options): Promise<number> {
  const { output, reveal } = context;
  const status = String(options['status'] ?? 'asked');
  if (!isRowFilter(status))
    throw new CommandError(EXIT_MISUSE, {
      message: '--status is none of the words a gist is described by',
      help: `use one of ${ROW_FILTERS.join(', ')}`,
    });
  const { desk, show } = await openDesk(context, folder, options);
  const { works } = await desk.archive();
  const rows: FragmentRow[] = [];
  for (const { id } of works)
    rows.push(
      ...(await desk.rows({ workId: id, show: status, offset: 0, limit: Number.MAX_SAFE_INTEGER })).rows,
    );
  output.document({ fragments: rows.map((row) => rowDocument(row, show, reveal)) });
  for (const row of rows) output.line(rowLine(row, show, reveal));
  output.line(`${rows.length} of ${sum(works, ({ meters }) => meters.fragments)} fragments`);
  if (!reveal && rows.length > 0) output.note(KEYED_NOTE);
  return EXIT_SUCCESS;
}

/** `gists show`: one fragment, its gist, its source and what the lint says. */
export async function showGist(context: CommandContext, target: string, options: Options): Promise<number> {
  const { output, reveal } = context;
  const { desk, show } = await openDesk(context, String(options['folder']), options);
  const view = await desk.fragment(await fragmentId(desk, target, show));
  const { face } = await desk.asPublic(view.row.id);
  const { row, rules, check, history } = view;
  output.document({
    ...rowDocument(row, show, reveal),
    rules,
    history,
    ...(check === undefined ? {} : { lint: checkDocument(check) }),
    ...(reveal ? { gist: view.entry ?? null, source: view.source, face } : {}),
  });
  output.line(rowLine(row, show, reveal));
  if (rules.length > 0) output.line(`  because of ${rules.join(', ')}`);
  if (check !== undefined) for (const line of checkLines(check)) output.line(`  ${line}`);
  if (reveal) printPrivate(output, view, face);
  else output.note(`${KEYED_NOTE}, the gist and its source`);
  return EXIT_SUCCESS;
}

/** `gists edit`: stores words of the author. */
export async function editGist(context: CommandContext, target: string, options: Options): Promise<number> {
  const gist = await wordsOf(options, context.cwd);
  const { desk, show } = await openDesk(context, String(options['folder']), options);
  const id = await fragmentId(desk, target, show);
  const { sha256 } = await desk.archive();
  const reviewed = options['reviewed'] === true;
  return await act(context, desk, show, { sha256, action: 'edit', fragmentId: id, gist, reviewed });
}

/** `gists veto|unveto|review|accept`: one decision about fragments, or about all gists of a work. */
export async function decideGists(
  context: CommandContext,
  action: 'veto' | 'unveto' | 'review' | 'accept',
  targets: readonly string[],
  options: Options,
): Promise<number> {
  const { desk, show } = await openDesk(context, String(options['folder']), options);
  const { sha256 } = await desk.archive();
  const fragmentIds: string[] = [];
  for (const target of targets) fragmentIds.push(...(await fragmentIdsOf(desk, target, show)));
  return await act(context, desk, show, { sha256, action, fragmentIds });
}

/** `gists report`: what the gists of each work release together. */
export async function reportGists(
  context: CommandContext,
  folder: string,
  options: Options,
): Promise<number> {
  const { output, reveal } = context;
  const { desk, show } = await openDesk(context, folder, options);
  const { works } = await desk.archive();
  const asked = works.filter(({ meters }) => meters.asked > 0);
  output.document({
    works: asked.map(({ id, meters, counts, problem }) => ({
      entityId: show(id),
      ...meters,
      counts,
      ...(problem === undefined ? {} : { stops: reveal ? problem : true }),
    })),
  });
  for (const work of asked) for (const line of reportLines(work, show, reveal)) output.line(line);
  if (asked.length === 0) output.line('no work asks for gists; set `exposure: semantic` where one should');
  if (!reveal && asked.length > 0) output.note(KEYED_NOTE);
  return asked.some(({ problem }) => problem !== undefined) ? EXIT_FINDING : EXIT_SUCCESS;
}

async function openDesk(
  { cwd, reveal }: CommandContext,
  folder: string,
  options: Options,
): Promise<{ desk: Desk; show: IdPrinter }> {
  const settings = await archiveAt(cwd, folder, options);
  const desk = await Desk.open(settings, () => new Date());
  return { desk, show: await idPrinter(reveal, settings.out) };
}

async function act(
  { output, reveal }: CommandContext,
  desk: Desk,
  show: IdPrinter,
  request: ActRequest,
): Promise<number> {
  const { changed, skipped } = await desk.act(request).catch(refused);
  output.document({
    changed: changed.map((row) => rowDocument(row, show, reveal)),
    skipped: skipped.map(({ id, reason }) => ({ fragmentId: show(id), reason })),
  });
  for (const row of changed) output.line(rowLine(row, show, reveal));
  for (const { id, reason } of skipped) output.note(`left as it is: ${show(id)}: ${reason}`);
  output.note(
    changed.length === 0
      ? 'nothing changed'
      : 'stored; what is released changes with the next `archive build`, see `archive plan`',
  );
  return skipped.length > 0 && changed.length === 0 ? EXIT_FINDING : EXIT_SUCCESS;
}

/** The refusal of a decision, as a command ends with it. */
function refused(error: unknown): never {
  if (!(error instanceof DeskError)) throw error;
  const { message, help } = error;
  throw new CommandError(EXIT_FINDING, { message, ...(help === undefined ? {} : { help }), cause: error });
}

/** The words given with `--gist`, or read from a file or stdin. */
async function wordsOf(options: Options, cwd: string): Promise<string> {
  const { gist, from } = options;
  if ((gist === undefined) === (from === undefined))
    throw new CommandError(EXIT_MISUSE, {
      message: 'the words of the gist are missing, or given twice',
      help: 'give --gist "…", or --from <file>, or --from - for stdin',
    });
  if (gist !== undefined) return String(gist);
  if (from !== '-') return await readFile(path.resolve(cwd, String(from)), 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

/** Every fragment of the archive under the id a person typed: plain, or keyed as it was printed. */
async function fragmentIdsOf(desk: Desk, target: string, show: IdPrinter): Promise<string[]> {
  const { works } = await desk.archive();
  for (const { id } of works) {
    const { rows } = await desk.rows({ workId: id, show: 'all', offset: 0, limit: Number.MAX_SAFE_INTEGER });
    if (isNamed(id, target, show)) return rows.filter(({ status }) => hasGist(status)).map((row) => row.id);
    const found = rows.filter((row) => isNamed(row.id, target, show));
    if (found.length > 0) return found.map((row) => row.id);
  }
  throw new CommandError(EXIT_MISUSE, {
    message: 'the archive has no work or fragment under this id',
    help: 'look at `archive gists list`',
  });
}

async function fragmentId(desk: Desk, target: string, show: IdPrinter): Promise<string> {
  const ids = await fragmentIdsOf(desk, target, show);
  if (ids.length === 1 && ids[0] !== undefined) return ids[0];
  throw new CommandError(EXIT_MISUSE, {
    message: `the id stands for ${ids.length} fragments, and one is needed`,
    help: 'look at `archive gists list`',
  });
}

const isNamed = (id: string, target: string, show: IdPrinter): boolean =>
  id === target || show(id) === target;
const hasGist = (status: FragmentRow['status']): boolean => status !== 'not-asked' && status !== 'none';

const ROW_FILTERS: readonly RowFilter[] = [
  'all',
  'asked',
  'todo',
  'none',
  'vetoed',
  'failed',
  'stale',
  'outdated',
  'needs-review',
  'reviewed',
  'edited',
  'current',
];

function isRowFilter(word: string): word is RowFilter {
  return (ROW_FILTERS as readonly string[]).includes(word);
}

function rowDocument(
  { id, label, status, requested, resolved }: FragmentRow,
  show: IdPrinter,
  reveal: boolean,
) {
  return {
    fragmentId: show(id),
    status,
    requested,
    resolved: resolved ?? null,
    ...(reveal ? { label } : {}),
  };
}

function rowLine(
  { id, status, requested, resolved, hint }: FragmentRow,
  show: IdPrinter,
  reveal: boolean,
): string {
  const granted = `${requested} → ${resolved ?? 'the build stops'}`;
  return `${show(id)}  ${status.padEnd(12)} ${granted}${reveal && hint !== '' ? `  ${hint}` : ''}`;
}

type Check = NonNullable<FragmentView['check']>;

function checkDocument({ problems, length, maxChars, review }: Check) {
  return { problems: problems.map(({ rule, positions }) => ({ rule, positions })), length, maxChars, review };
}

function checkLines({ problems, length, maxChars, review }: Check): string[] {
  return [
    `${length} of ${maxChars} characters`,
    ...problems.map(({ rule, help, positions }) =>
      positions === undefined
        ? `${rule}: ${help}`
        : `${rule} at ${positions.unit} ${positions.from}–${positions.to}: ${help}`,
    ),
    ...(review.length > 0 ? [`a person has to look first: ${review.join(', ')}`] : []),
  ];
}

function printPrivate(output: Output, { entry, source }: FragmentView, face: unknown): void {
  if (entry !== undefined) output.line(`  gist (${entry.source}, ${entry.review}): ${entry.words}`);
  output.line('  source:');
  for (const line of source.split('\n')) output.line(`    ${line}`);
  output.line(face === null ? '  a caller sees: nothing' : '  a caller sees:');
  if (face !== null) for (const line of JSON.stringify(face, null, 2).split('\n')) output.line(`    ${line}`);
}

function reportLines(
  { id, meters, counts, problem }: WorkSummary,
  show: IdPrinter,
  reveal: boolean,
): string[] {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const { asked, exposures, decided, gistShare, gistBudget, isBudgetEnforced } = meters;
  const states = Object.entries(counts).filter(([status, count]) => count > 0 && status !== 'not-asked');
  return [
    show(id),
    `  ${exposures.semantic} of ${asked} gists released, ${decided} decided by a person`,
    `  ${states.map(([status, count]) => `${count} ${status}`).join(', ')}`,
    `  they hold ${percent(gistShare)} of its distinct content words; ${isBudgetEnforced ? 'held to' : 'a build warns above'} ${percent(gistBudget)}`,
    ...(problem === undefined ? [] : [`  a build stops here${reveal ? `: ${problem}` : ''}`]),
  ];
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
