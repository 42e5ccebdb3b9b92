/**
 * `archive takedown`: withdraws works and fragments from whatever is served, at once and without a build.
 *
 * It edits one list beside the generations, which a server reads twice a second. The list outlives builds; lifting an
 * entry is the only way back.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readTakedowns, type Takedown, TAKEDOWNS_FILE, writeTakedowns } from '@archive/api';
import { acquireLock } from '@archive/index';
import type { CommandContext } from '../command-context.ts';
import { archiveOut } from '../archive-place.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter, KEYED_NOTE } from '../keyed-ids.ts';
import { publishedIds, takedownsOf } from '../takedowns-in-force.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * `archive takedown add <id…>`: from now on not served. An id that matches nothing is listed all the same, and is a
 * finding (exit code 1) unless it was said to be ahead of its time.
 */
export async function addTakedown(
  context: CommandContext,
  given: readonly string[],
  options: Options,
): Promise<number> {
  const { output } = context;
  const out = await outFolder(context, options);
  const at = new Date().toISOString();
  const named = [...new Set(given.map(idOf))];
  const { added } = await change(out, (list) => {
    const known = new Set(list.map(({ id }) => id));
    const fresh = named.filter((id) => !known.has(id));
    return { list: [...list, ...fresh.map((id) => ({ id, at }))], added: fresh };
  });
  const published = await publishedIds(out);
  const isAhead = options['ahead'] === true;
  const unmatched = named.filter((id) => published?.has(id) !== true);
  for (const id of named) {
    if (!unmatched.includes(id)) {
      output.line(added.includes(id) ? `${id} is taken down` : `${id} was taken down already`);
      continue;
    }
    output.line(`${id} ${isAhead ? 'is listed, ahead of what will be published' : listedInVain(published)}`);
    const meant = isAhead ? undefined : sameButForCase(id, published);
    if (meant !== undefined)
      output.note(`did you mean ${meant}? nothing is taken down by the id that was given`);
  }
  output.document({ added, unmatched });
  return unmatched.length > 0 && !isAhead ? EXIT_FINDING : EXIT_SUCCESS;
}

function listedInVain(published: ReadonlySet<string> | undefined): string {
  return published === undefined
    ? 'is listed; no published index can be read here, so it is not known what it matches'
    : 'is listed, but matches nothing that is published';
}

/** The id that was meant: one may be given as the address of its page on a server. */
function idOf(given: string): string {
  const [, work, place] =
    /^https?:\/\/[^?#]*\/e\/([^/?#]+)\/?(?:\?[^#]*)?(?:#f-(.+)|#.*)?$/i.exec(given) ?? [];
  if (work === undefined) return given;
  try {
    return decodeURIComponent(place === undefined ? work : `${work}#${place}`);
  } catch {
    return given;
  }
}

function sameButForCase(id: string, published: ReadonlySet<string> = new Set()): string | undefined {
  const folded = (text: string): string => text.normalize('NFC').toLowerCase();
  return [...published].find((each) => folded(each) === folded(id));
}

/** `archive takedown lift <id…>`: served again, if the published index holds it. */
export async function liftTakedown(
  context: CommandContext,
  given: readonly string[],
  options: Options,
): Promise<number> {
  const ids = given.map(idOf);
  const out = await outFolder(context, options);
  const { lifted } = await change(out, (list) => {
    const gone = new Set(ids);
    return {
      list: list.filter(({ id }) => !gone.has(id)),
      lifted: list.filter(({ id }) => gone.has(id)).map(({ id }) => id),
    };
  });
  for (const id of ids)
    context.output.line(lifted.includes(id) ? `${id} is lifted` : `${id} was not taken down`);
  context.output.document({ lifted });
  return lifted.length === new Set(ids).size ? EXIT_SUCCESS : EXIT_FINDING;
}

/** `archive takedown list`: an id is printed where it may be shown (decisions 1.11). */
export async function listTakedowns(
  { output, cwd, reveal }: CommandContext,
  options: Options,
): Promise<number> {
  const out = await outFolder({ cwd }, options);
  const takedowns = await takedownsOf(out);
  const served = await publishedIds(out);
  const print = await idPrinter(reveal, out);
  for (const { id, at } of takedowns) {
    const note = served === undefined || served.has(id) ? '' : '   (matches nothing that is published)';
    output.line(`${at}  ${print(id)}${note}`);
  }
  if (takedowns.length === 0) output.line('nothing is taken down');
  else if (!reveal) output.note(KEYED_NOTE);
  output.document({ takedowns: takedowns.map(({ id, at }) => ({ id: print(id), at })) });
  return EXIT_SUCCESS;
}

async function change<Result extends object>(
  out: string,
  decide: (list: readonly Takedown[]) => { list: readonly Takedown[] } & Result,
): Promise<Result> {
  const file = path.join(out, TAKEDOWNS_FILE);
  const lock = await acquireLock(path.join(out, 'takedowns.lock'));
  try {
    const read = await readTakedowns(file);
    const decided = decide(read?.takedowns ?? []);
    await writeTakedowns(file, decided.list, read?.sha256);
    return decided;
  } finally {
    await lock.release();
  }
}

async function outFolder({ cwd }: Pick<CommandContext, 'cwd'>, options: Options): Promise<string> {
  const given = options['out'] === undefined ? undefined : path.resolve(cwd, String(options['out']));
  const out = archiveOut(path.resolve(cwd, String(options['folder'] ?? '.')), given);
  const facts = await stat(out).catch(() => undefined);
  if (facts?.isDirectory() === true) return out;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: 'there is no index folder here',
    help: 'run `archive build` first, or name the index folder with --out',
  });
}
