/**
 * Installs other people's clients of MCP beside the workspace, in `.tools/`: none of them ships, and `npm start` and
 * `npm test` do without them. What is there is kept; what cannot be had is said.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run-command.mjs';
import { npmCommand } from '../toolchain.mjs';
import { root } from '../workspace.mjs';

const source = import.meta.dirname;

/**
 * The conformance suite and the inspector.
 *
 * @returns {Promise<{home: string} | {missing: string}>}
 */
export async function installNpmTools() {
  const home = join(root, '.tools', 'mcp-tools');
  const lock = 'package-lock.json';
  if (
    existsSync(join(home, 'node_modules', '.bin', 'mcp-inspector')) &&
    sameText(join(source, lock), join(home, lock))
  )
    return { home };
  mkdirSync(home, { recursive: true });
  for (const name of ['package.json', lock]) copyFileSync(join(source, name), join(home, name));
  const npm = npmCommand();
  // Not `ci`: an optional dependency of a dependency is in no registry, and `ci` insists on it.
  const args = [...npm.args, 'install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await run(npm.command, args, { cwd: home, output: 'capture' });
  if (code !== 0) return { missing: 'the npm registry does not give them' };
  // npm may have touched its copy; what was asked for is what counts.
  copyFileSync(join(source, lock), join(home, lock));
  return { home };
}

/**
 * The official Python client.
 *
 * @returns {Promise<{program: string} | {missing: string}>} a Python that has it
 */
export async function installPythonClient() {
  const requirements = join(source, 'requirements.txt');
  const home = join(root, '.tools', 'mcp-tools-python');
  const program = join(home, 'bin', 'python');
  if (existsSync(program) && sameText(requirements, join(home, 'requirements.txt'))) return { program };
  const made = await run('python3', ['-m', 'venv', home], { output: 'capture' });
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
  const installed = await run(program, [...pip, '-r', requirements], { output: 'capture' });
  if (installed.code !== 0) return { missing: 'the Python index cannot be reached' };
  copyFileSync(requirements, join(home, 'requirements.txt'));
  return { program };
}

/**
 * @param {string} a
 * @param {string} b
 */
function sameText(a, b) {
  return existsSync(b) && readFileSync(a, 'utf8') === readFileSync(b, 'utf8');
}
