/**
 * Installs the full-text engines that `pnpm bench lexical` stands beside: `node benchmarks/peers/lexical/install.mjs`.
 *
 * Exact versions from the lock file of this folder, no install scripts, into a folder that git ignores. Nothing but the
 * benchmarks opens it; without it their rows say that the peer is not installed.
 */
import { spawnSync } from 'node:child_process';

const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
if (error !== undefined) process.stderr.write(`npm could not be started: ${error.message}\n`);
process.exitCode = status ?? 1;
