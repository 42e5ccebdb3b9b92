/**
 * Installs other people's vector search for `pnpm bench search`: `node benchmarks/peers/vectors/install.mjs`.
 *
 * Exact versions from the lock file of this folder, without install scripts, into a folder that git ignores (about 600 MB,
 * most of it what LanceDB asks for). hnswlib-node brings no binary along: it is compiled where there is a compiler, and its row says
 * that it does not run where there is none.
 */
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

const options = { cwd: import.meta.dirname, stdio: 'inherit' };
const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
if (error !== undefined) process.stderr.write(`npm could not be started: ${error.message}\n`);
process.exitCode = status ?? 1;
if (status === 0) {
  const headers = resolve(dirname(process.execPath), '..');
  const built = spawnSync('npm', ['rebuild', 'hnswlib-node', `--nodedir=${headers}`], options);
  if (built.status !== 0) process.stderr.write('hnswlib-node could not be compiled; the rest is installed\n');
}
