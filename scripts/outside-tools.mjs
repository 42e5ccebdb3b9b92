/**
 * Installs other people's tools beside the workspace, in `.tools/`: none of them ships, and `npm start` and `npm test`
 * do without them. What is there is kept; what cannot be had is said.
 *
 *   node scripts/outside-tools.mjs     installs those for the HTTP interface, and prints the folder of their commands
 *
 * Exact versions: a folder of each kind here (`http-tools`, `mcp-tools`, `runtime-tools`) holds the lock file of npm and the requirements
 * of pip.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run-command.mjs';
import { npmCommand } from './toolchain.mjs';
import { root } from './workspace.mjs';

/** @typedef {'http-tools' | 'mcp-tools' | 'runtime-tools'} Kind */

/**
 * Where the versions of a kind are written down.
 *
 * @param {Kind} kind
 */
export const toolsSource = (kind) => join(root, 'scripts', kind);

/**
 * Tools from the npm registry.
 *
 * @param {Kind} kind
 * @returns {Promise<{home: string, bin: string} | {missing: string}>} their folder and that of their commands
 */
export async function installNpmTools(kind) {
  const source = toolsSource(kind);
  const home = join(root, '.tools', kind);
  const bin = join(home, 'node_modules', '.bin');
  const lock = 'package-lock.json';
  if (existsSync(bin) && sameText(join(source, lock), join(home, lock))) return { home, bin };
  mkdirSync(home, { recursive: true });
  for (const name of ['package.json', lock]) copyFileSync(join(source, name), join(home, name));
  const npm = npmCommand();
  // `ci` insists on an optional dependency of a dependency of the MCP tools that is in no registry.
  const how = kind === 'mcp-tools' ? 'install' : 'ci';
  const args = [...npm.args, how, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, text } = await run(npm.command, args, { cwd: home, output: 'capture' });
  if (code !== 0) return { missing: `the npm registry does not give them: ${text}` };
  // npm may have touched its copy; what was asked for is what counts.
  copyFileSync(join(source, lock), join(home, lock));
  return { home, bin };
}

/**
 * Tools from the Python index.
 *
 * @param {Kind} kind
 * @param {string} command  one that is there afterwards
 * @returns {Promise<{program: string} | {missing: string}>} that command; what is missing without Python or index
 */
export async function installPythonTools(kind, command) {
  const requirements = join(toolsSource(kind), 'requirements.txt');
  const home = join(root, '.tools', `${kind}-python`);
  const program = join(home, 'bin', command);
  if (existsSync(program) && sameText(requirements, join(home, 'requirements.txt'))) return { program };
  const made = await run('python3', ['-m', 'venv', home], { output: 'capture' });
  if (made.code !== 0) return { missing: 'no python3 with venv is here' };
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const patience = ['--retries', '1', '--timeout', '20'];
  const python = join(home, 'bin', 'python');
  const installed = await run(python, [...pip, ...patience, '-r', requirements], { output: 'capture' });
  if (installed.code !== 0 || !existsSync(program)) return { missing: 'the Python index cannot be reached' };
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

if (process.argv[1] === import.meta.filename) {
  const tools = await installNpmTools('http-tools');
  if ('missing' in tools) {
    process.stderr.write(`${tools.missing}\n`);
    process.exitCode = 1;
  } else process.stdout.write(`${tools.bin}\n`);
}
