/**
 * Where an archive and its index are.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The index folder inside an archive when `--out` is not given. */
const DEFAULT_OUT = '.archive';

/** The index folder of an archive: `out` when given, else `.archive` inside the folder. Absolute. */
export function archiveOut(folder: string, out: string | undefined): string {
  return out === undefined ? path.join(path.resolve(folder), DEFAULT_OUT) : path.resolve(out);
}

/** The demo archive that comes with the project. */
export function demoFolder(): string {
  return fileURLToPath(new URL('../../../fixtures/demo', import.meta.url));
}
