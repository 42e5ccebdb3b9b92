/**
 * `archive lint`: every travelling string that shares a run with private text, by field and position; never the run.
 */
import { lintArchive } from '@archive/ingest';
import { CommandError } from '../command-error.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { archiveAt } from '../archive-settings.ts';
import { idPrinter, KEYED_NOTE } from '../keyed-ids.ts';
import type { CommandContext } from '../command-context.ts';

/** Runs the command; exit code 1 when something was found. */
export async function lint(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out } = await archiveAt(cwd, folder, options);
  const window = windowOf(options['window']);
  const findings = await lintArchive({
    folder: absolute,
    out,
    now: new Date(),
    ...(window === undefined ? {} : { window }),
  });
  const show = await idPrinter(reveal, out);
  const shown = findings.map(({ file, entityId, field, rule, positions }) => ({
    file: reveal ? file : show(file),
    entity: show(entityId),
    field,
    rule,
    ...(positions === undefined ? {} : { positions }),
  }));
  output.document({ window: window ?? 'as each work states it', findings: shown });
  for (const { file, field, rule, positions } of shown) {
    output.line(
      `${file}  ${field}  ${rule}${positions === undefined ? '' : ` at ${positions.unit} ${positions.from}–${positions.to}`}`,
    );
  }
  output.line(`${shown.length} found`);
  if (!reveal && shown.length > 0) output.note(KEYED_NOTE);
  return shown.length > 0 ? EXIT_FINDING : EXIT_SUCCESS;
}

function windowOf(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const window = Number(text);
  if (Number.isInteger(window) && window >= 3 && window <= 8) return window;
  throw new CommandError(EXIT_MISUSE, {
    message: '--window is not a whole number from 3 to 8',
    help: 'try --window 4 for a dry run',
  });
}
