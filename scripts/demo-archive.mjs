/**
 * The demo archive, built into a folder of its own, for checks that talk to a server.
 */
import { join } from 'node:path';
import { runArchive, temporaryFolder } from '@archive/process';
import { root } from './workspace.mjs';

/**
 * Builds it. Whoever asks removes the temporary folder at the end.
 *
 * @param {string} name of the temporary folder
 */
export async function buildDemo(name) {
  const folder = join(root, 'fixtures', 'demo');
  const work = temporaryFolder(name);
  const out = join(work.path, 'out');
  const built = await runArchive(['build', folder, '--out', out]);
  if (built.code !== 0) {
    work.remove();
    throw new Error(`the demo could not be built: ${built.stderr}`);
  }
  return { folder, out, work };
}
