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
import { readServedIndex } from '@archive/index/served';
import type { CommandContext } from '../command-context.ts';
import { archiveOut } from '../archive-place.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter, KEYED_NOTE } from '../keyed-ids.ts';

type Options = Readonly<Record<string, unknown>>;

/** `archive takedown add <id…>`: from now on not served. Ids that are not served now are listed all the same. */
export async function addTakedown(
  context: CommandContext,
  ids: readonly string[],
  options: Options,
): Promise<number> {
  const out = await outFolder(context, options);
  const at = new Date().toISOString();
  const { added } = await change(out, (list) => {
    const known = new Set(list.map(({ id }) => id));
    const fresh = [...new Set(ids)].filter((id) => !known.has(id));
    return { list: [...list, ...fresh.map((id) => ({ id, at }))], added: fresh };
  });
  const served = await servedIds(out);
  for (const id of ids) {
    context.output.line(added.includes(id) ? `${id} is taken down` : `${id} was taken down already`);
    if (served !== undefined && !served.has(id))
      context.output.note(
        `${id} is no work and no fragment of what is published now; the entry waits for it`,
      );
  }
  context.output.document({ added });
  return EXIT_SUCCESS;
}

/** `archive takedown lift <id…>`: served again, if the published index holds it. */
export async function liftTakedown(
  context: CommandContext,
  ids: readonly string[],
  options: Options,
): Promise<number> {
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
  const takedowns = (await readTakedowns(path.join(out, TAKEDOWNS_FILE)))?.takedowns ?? [];
  const served = await servedIds(out);
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

/** Ids of works and fragments in the published index; undefined when it cannot be opened. */
async function servedIds(out: string): Promise<ReadonlySet<string> | undefined> {
  const index = await readServedIndex(out).catch(() => undefined);
  if (index === undefined) return undefined;
  return new Set([...index.entities.keys(), ...index.entries.map(({ fragment }) => fragment.id)]);
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
