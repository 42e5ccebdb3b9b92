/**
 * The one package manager and the environment every tool runs in.
 *
 * The version of pnpm stands in the root manifest (`packageManager`) and nowhere else; it lives in `.tools/`, not on
 * the machine. Its folder comes first on PATH because turbo and publint start `pnpm` by name.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { run } from './run-command.mjs';
import { root } from './workspace.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pnpmVersion = /** @type {string} */ (manifest.packageManager)
  .replace(/^pnpm@/, '')
  .replace(/\+.*$/, '');
const pnpmHome = join(root, '.tools', `pnpm-${pnpmVersion}`);

/** Path of pnpm's program, to be run by this Node. */
export const pnpmProgram = join(pnpmHome, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');

/**
 * The environment for tools: ours first on PATH, no telemetry.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(at = root) {
  const folders = [join(pnpmHome, 'node_modules', '.bin'), join(at, 'node_modules', '.bin')];
  return {
    ...process.env,
    PATH: [...folders, process.env['PATH'] ?? ''].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}

/**
 * Fetches pnpm into `.tools/` if it is not there; true when it is there afterwards.
 *
 * @returns {Promise<boolean>}
 */
export async function ensurePnpm() {
  if (existsSync(pnpmProgram)) return true;
  mkdirSync(pnpmHome, { recursive: true });
  writeFileSync(join(pnpmHome, 'package.json'), '{"private":true}\n');
  const args = [
    'install',
    '--prefix',
    pnpmHome,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  const npm = npmCommand();
  await run(npm.command, [...npm.args, ...args, `pnpm@${pnpmVersion}`], { cwd: root });
  return existsSync(pnpmProgram);
}

/**
 * How to start npm: the one that runs us, when it is npm (pnpm and yarn set the same variable), else the one on PATH.
 *
 * @returns {{command: string, args: string[]}}
 */
export function npmCommand() {
  const program = process.env['npm_execpath'];
  if (program !== undefined && basename(program).startsWith('npm-cli') && existsSync(program)) {
    return { command: process.execPath, args: [program] };
  }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}
