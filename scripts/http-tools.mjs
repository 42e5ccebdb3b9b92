/**
 * Installs other people's tools for the HTTP interface beside the workspace, in `.tools/`: none of them ships, and
 * `npm start` and `npm test` do without them.
 *
 *   node scripts/http-tools.mjs     installs those of npm, and prints the folder of their commands
 *
 * Exact versions: scripts/http-tools holds the lock file of npm and the requirement of pip. What is there is kept.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run-command.mjs';
import { npmCommand } from './toolchain.mjs';
import { root } from './workspace.mjs';

/** Where the versions are written down. */
export const toolsSource = join(root, 'scripts', 'http-tools');
const home = join(root, '.tools', 'http-tools');

/**
 * Prism and autocannon, from the npm registry.
 *
 * @returns {Promise<string>} the folder of their commands
 */
export async function installNpmTools() {
  const bin = join(home, 'node_modules', '.bin');
  const lock = 'package-lock.json';
  if (existsSync(bin) && sameText(join(toolsSource, lock), join(home, lock))) return bin;
  mkdirSync(home, { recursive: true });
  for (const name of ['package.json', lock]) copyFileSync(join(toolsSource, name), join(home, name));
  const npm = npmCommand();
  const args = [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, text } = await run(npm.command, args, { cwd: home, output: 'capture' });
  if (code !== 0) throw new Error(`the tools could not be installed from the npm registry: ${text}`);
  return bin;
}

/**
 * Schemathesis, from the Python index.
 *
 * @returns {Promise<{program: string} | {missing: string}>} what is missing when there is no Python or no index
 */
export async function installSchemathesis() {
  const requirements = join(toolsSource, 'requirements.txt');
  const venv = join(root, '.tools', 'http-tools-python');
  const program = join(venv, 'bin', 'schemathesis');
  if (existsSync(program) && sameText(requirements, join(venv, 'requirements.txt'))) return { program };
  const made = await run('python3', ['-m', 'venv', venv], { output: 'capture' });
  if (made.code !== 0) return { missing: 'no python3 with venv is here' };
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '1',
    '--timeout',
    '20',
  ];
  const installed = await run(join(venv, 'bin', 'python'), [...pip, '-r', requirements], {
    output: 'capture',
  });
  if (installed.code !== 0 || !existsSync(program)) return { missing: 'the Python index cannot be reached' };
  copyFileSync(requirements, join(venv, 'requirements.txt'));
  return { program };
}

/**
 * @param {string} a
 * @param {string} b
 */
function sameText(a, b) {
  return existsSync(b) && readFileSync(a, 'utf8') === readFileSync(b, 'utf8');
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${await installNpmTools()}\n`);
