/**
 * `archive preview`: exactly what a caller would see of a fragment, a work or a file, and why.
 */
import { type FragmentFace, renderLocatorLabel } from '@archive/contract';
import { buildRetrievalIndex, EMBED_MIN_WORDS } from '@archive/index';
import { type FragmentPreview, previewArchive } from '@archive/ingest';
import { toFragmentFace } from '@archive/retrieve';
import { archiveAt } from '../archive-settings.ts';
import type { Output } from '../console-output.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter } from '../keyed-ids.ts';
import { takedownsOf } from '../takedowns-in-force.ts';
import type { CommandContext } from '../command-context.ts';
import { printQuarantine } from './build.ts';

/** Runs the command; exit code 1 when the file is quarantined or not read. */
export async function preview(
  { output, cwd, reveal }: CommandContext,
  target: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder, out, origin } = await archiveAt(cwd, String(options['folder']), options);
  const since = new Map((await takedownsOf(out)).map(({ id, at }) => [id, at]));
  const {
    fragments,
    gaps = [],
    quarantined,
    leftOut,
  } = await previewArchive({
    folder,
    out,
    target,
    now: new Date(),
    takenDown: new Set(since.keys()),
    ...(origin === undefined ? {} : { origin }),
  });
  if (quarantined !== undefined) {
    output.document({ quarantined });
    printQuarantine(output, [quarantined]);
    output.note('  a caller sees: nothing, while it is in quarantine');
    return EXIT_FINDING;
  }
  if (leftOut !== undefined) {
    output.document({ leftOut });
    output.note(`not read: ${leftOut.path}: ${leftOut.reason}`);
    if (leftOut.help !== undefined) output.note(`  help: ${leftOut.help}`);
    output.note('  a caller sees: nothing');
    return EXIT_FINDING;
  }
  const show = await idPrinter(reveal, out);
  const takenDown = fragments.map(({ fragmentId, entityId }) => since.get(entityId) ?? since.get(fragmentId));
  const shown = fragments.map((fragment, at) => ({
    fragmentId: show(fragment.fragmentId),
    requested: fragment.requested,
    ...(fragment.isTooShort === true ? { foundBy: 'face' as const } : {}),
    resolved: fragment.resolved,
    rules: fragment.rules,
    ...(takenDown[at] === undefined ? {} : { takenDownSince: takenDown[at] }),
    ...(reveal
      ? {
          file: fragment.file,
          contentHash: fragment.contentHash,
          face: takenDown[at] === undefined ? (faceOf(fragment) ?? null) : null,
        }
      : {}),
  }));
  const left = gaps.filter(({ entityId }) => !since.has(entityId));
  const missing = left.map((work) => ({
    entityId: show(work.entityId),
    count: work.gaps.length,
    ...(reveal ? { places: work.gaps.map(renderLocatorLabel) } : {}),
  }));
  output.document({ fragments: shown, gaps: missing });
  for (const [at, fragment] of shown.entries()) {
    output.line(`${fragment.fragmentId}`);
    output.line(`  ${fragment.requested} → ${fragment.resolved}   because of ${fragment.rules.join(', ')}`);
    const { takenDownSince, foundBy } = fragment;
    if (takenDownSince !== undefined)
      output.line(`  a caller sees: nothing, it is taken down since ${takenDownSince}`);
    else if (foundBy !== undefined) output.line(`  ${FOUND_BY_FACE}`);
    if (takenDownSince === undefined && reveal)
      printFace(output, fragments[at] === undefined ? undefined : faceOf(fragments[at]));
  }
  for (const work of missing) printGaps(output, work);
  if (!reveal) output.note('ids are keyed and content is left out; run in a terminal, or with --reveal');
  return EXIT_SUCCESS;
}

const FOUND_BY_FACE = `found by its title and names only: fewer than ${EMBED_MIN_WORDS} words`;
const GAPS_SHOWN = 20;

/** Places that no served fragment covers, between or before those that are: a caller can tell that they are missing. */
function printGaps(
  output: Output,
  { entityId, count, places }: { entityId: string; count: number; places?: readonly string[] },
): void {
  output.line(`${entityId}`);
  output.line(`  a caller can tell that ${count === 1 ? '1 place is' : `${count} places are`} not served`);
  for (const place of places?.slice(0, GAPS_SHOWN) ?? []) output.line(`    ${place}`);
  if (places !== undefined && count > GAPS_SHOWN)
    output.line(`    and ${count - GAPS_SHOWN} more; --json lists them all`);
}

function faceOf({ served }: FragmentPreview): FragmentFace | undefined {
  const entry = served?.entries[0];
  if (served === undefined || entry === undefined) return undefined;
  const index = buildRetrievalIndex({
    version: 4,
    kind: 'served',
    builtAt: '1970-01-01',
    model: 'preview',
    dimensions: 1,
    ...served,
  });
  const [stored] = index.entries;
  const entity = stored === undefined ? undefined : index.entities.get(stored.fragment.entityId);
  return stored === undefined || entity === undefined ? undefined : toFragmentFace(stored.fragment, entity);
}

function printFace(output: Output, face: FragmentFace | undefined): void {
  if (face === undefined) {
    output.line('  a caller sees: nothing');
    return;
  }
  output.line('  a caller sees:');
  for (const line of JSON.stringify(face, null, 2).split('\n')) output.line(`    ${line}`);
}
