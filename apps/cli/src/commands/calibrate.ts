/**
 * `archive calibrate`: where the floor of an archive should lie, measured with its gold suite.
 *
 * Prints the scores as a histogram and what each floor would do; `--write` keeps the floor beside the index, and the next build
 * puts it into what is served, without embedding anything.
 */
import path from 'node:path';
import { searchInProcess } from '@archive/api';
import { calibrateFloor, scoreHistogram } from '@archive/evaluation';
import { quantity, writeCalibration } from '@archive/ingest';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { goldSuiteNeeded } from '../evaluation/evaluation-files.ts';
import { openEvaluated } from '../evaluation/open-evaluated.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';

/** Runs the command; exit code 1 when the suite has too little to go by. */
export async function calibrate(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const place = await archiveAt(cwd, folder, options);
  const named = options['suite'] === undefined ? undefined : path.resolve(cwd, String(options['suite']));
  const suite = await goldSuiteNeeded(place, named);
  const chosen = floorNamed(options['floor']);
  const { index, embedder } = await openEvaluated(place.out, place);
  const search = searchInProcess({
    index: { ...index, floor: 0 },
    embedder,
    now: () => new Date(),
  })('calibration');
  const calibration = await calibrateFloor(suite, search);
  const { expected, coarse, notFound, refused, choices, suggested } = calibration;
  const now = index.floor ?? embedder.defaultFloor;
  const floor = chosen ?? suggested?.floor;
  output.document({ ...calibration, model: index.model, ...(now === undefined ? {} : { now }), floor });
  output.line(
    `scores under ${index.model}: # an expected source, o the best hit of a question to be refused`,
  );
  for (const line of scoreHistogram(calibration)) output.line(line);
  if (notFound > 0)
    output.line(
      `${quantity(notFound, 'expected source is', 'expected sources are')} not among the first 20 at any floor`,
    );
  if (coarse.length > 0 && floor !== undefined)
    output.line(
      `${quantity(coarse.length, 'expected source is', 'expected sources are')} not released as text, and no floor is chosen by them: ${coarse.filter((score) => score >= floor - 1e-9).length} would be kept at ${floor.toFixed(2)}`,
    );
  output.line();
  output.line('floor   sources kept   questions silenced');
  for (const choice of choices.filter(({ kept, silenced }) => kept > 0 || silenced < refused.length)) {
    const mark = choice.floor === suggested?.floor ? '  suggested' : '';
    output.line(
      `${choice.floor.toFixed(2)}${`${choice.kept} of ${expected.length}`.padStart(15)}${`${choice.silenced} of ${refused.length}`.padStart(21)}${mark}`,
    );
  }
  if (now !== undefined)
    output.line(`now ${now}, which answers round up to ${(Math.ceil(now * 20 - 1e-9) / 20).toFixed(2)}`);
  if (floor === undefined) {
    output.note(
      'the suite has too little to go by: at least 5 expected sources and 5 questions to be refused',
    );
    return EXIT_FINDING;
  }
  if (options['write'] !== true) return EXIT_SUCCESS;
  await writeCalibration(place.out, { model: index.model, floor, at: new Date().toISOString() });
  output.note(
    place.config.embed?.floor === undefined
      ? `kept ${floor.toFixed(2)}; the next \`archive build\` puts it into what is served, and embeds nothing for it`
      : `kept ${floor.toFixed(2)}, but embed.floor of the config is used as long as it is there`,
  );
  return EXIT_SUCCESS;
}

function floorNamed(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (/^(?:0(?:\.\d{1,4})?|1(?:\.0+)?)$/.test(String(text))) return Number(text);
  throw new CommandError(EXIT_MISUSE, {
    message: '--floor is not a number from 0 to 1',
    help: 'give a number such as --floor 0.25',
  });
}
