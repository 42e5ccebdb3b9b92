/**
 * Refuses output folders whose files others would get: inside a web root, or inside what a package publishes
 * (decisions 1.11).
 */
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';

/** Folder names that web servers and site builders publish. */
const WEB_ROOTS = new Set(['public', 'static', 'www', 'htdocs', 'public_html', 'dist', '_site']);

/** Raised when an index would be written where it could be published by accident. */
export class UnfitOutError extends ArchiveError {
  constructor(problem: string) {
    super('unfit-out', {
      message: `the output folder ${problem}`,
      help: 'give --out a folder outside of everything that is published',
    });
  }
}

/**
 * Refuses an unfit output folder.
 *
 * Of a folder that was named, every segment counts; of the default one, only those between archive and output.
 *
 * @throws {UnfitOutError}
 */
export async function refuseUnfitOut(folder: string, out: string, isExplicit: boolean): Promise<void> {
  const real = await realPlace(path.resolve(out));
  const judged = isExplicit
    ? [path.resolve(out), real]
    : [path.relative(path.resolve(folder), path.resolve(out))];
  const segment = judged
    .flatMap((place) => place.split(path.sep))
    .find((name) => WEB_ROOTS.has(name.toLowerCase()));
  if (segment !== undefined)
    throw new UnfitOutError(`is inside a web root (a folder named ${segment.toLowerCase()})`);
  await refusePublishedFolder(real);
}

/** Where a folder lies, links resolved as far as it is there already. */
async function realPlace(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(await realPlace(above), path.basename(folder));
  }
}

/** Walks up to the next package and looks whether its `files` would ship the output folder. */
async function refusePublishedFolder(out: string): Promise<void> {
  for (let folder = path.dirname(out); ; folder = path.dirname(folder)) {
    const files = await publishedFiles(folder);
    if (files !== undefined) {
      const inside = path.relative(folder, out).split(path.sep).join('/');
      const entry = files.find((name) => isInside(inside, name));
      if (entry !== undefined) throw new UnfitOutError('is among the files a package publishes');
      return;
    }
    if (folder === path.dirname(folder)) return;
  }
}

/** The `files` of the package in a folder: undefined when there is none, empty when it states none. */
async function publishedFiles(folder: string): Promise<string[] | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
      files?: unknown;
    };
    return Array.isArray(manifest.files)
      ? manifest.files.filter((name): name is string => typeof name === 'string')
      : [];
  } catch {
    return undefined; // No package here, or one nothing can publish.
  }
}

function isInside(inside: string, entry: string): boolean {
  const plain = entry
    .replace(/^\.?(\/|$)/, '')
    .replace(/(?:^|\/)[^/]*\*.*$/, '')
    .replace(/\/$/, '');
  return plain === '' || inside === plain || inside.startsWith(`${plain}/`);
}
