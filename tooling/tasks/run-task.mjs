/**
 * Starts one task of a folder of tasks: `pnpm bench <name> [--json]`, `pnpm prove <name> [--json] [--small] [--seed n]`.
 *
 * A task is one file, `<folder>/src/<name>.ts`, run from source; its own options are passed on unread. Without a
 * name the tasks are listed; `all` runs each in name order and goes on after a failure. `bench` and `prove` are
 * commands and not scripts of the root manifest, because pnpm prints a banner on stdout before a script.
 *
 * Invariant: with `--json` stdout holds one JSON array and nothing else, also for `all`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @type {import('node:child_process').ChildProcess | undefined} */
let current;
let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopping = true;
    current?.kill(signal);
  });
}

const root = resolve(import.meta.dirname, '../..');

/**
 * Runs what the command line asks for and sets the exit code: 0 all passed, 1 a task failed, 2 misuse.
 *
 * @param {'benchmarks' | 'proofs'} folder
 * @param {string} command the word typed, for the messages
 * @param {readonly string[]} args
 */
export async function runTask(folder, command, args) {
  const [name, ...options] = args;
  const known = taskNames(folder);
  if (name === undefined || name.startsWith('-')) {
    process.stderr.write(`${listing(command, known)}\n`);
    process.exitCode = name === undefined || name === '--help' ? 0 : 2;
    return;
  }
  if (name !== 'all' && !known.includes(name)) {
    process.stderr.write(`no task is named "${name}".\n${listing(command, known)}\n`);
    process.exitCode = 2;
    return;
  }
  if (name !== 'all') {
    process.exitCode = (await runFile(folder, name, options, 'inherit')).code;
    return;
  }
  await runAll(folder, known, options);
}

/**
 * Names of the tasks in a folder, in code unit order.
 *
 * @param {string} folder
 */
export function taskNames(folder) {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  return readdirSync(source)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {readonly string[]} options
 */
async function runAll(folder, names, options) {
  const json = options.includes('--json');
  /** @type {unknown[]} */
  const rows = [];
  const failed = [];
  for (const name of names) {
    process.stderr.write(`\n${name}\n`);
    const { code, stdout } = await runFile(folder, name, options, json ? 'pipe' : 'inherit');
    const parsed = json ? parseRows(stdout) : [];
    if (parsed === undefined) process.stderr.write(`${name} printed something other than a JSON array\n`);
    else rows.push(...parsed);
    if (code !== 0 || parsed === undefined) failed.push(name);
    if (stopping) break;
  }
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  if (failed.length > 0) process.stderr.write(`\nfailed: ${failed.join(', ')}\n`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {readonly string[]} options
 * @param {'inherit' | 'pipe'} output
 * @returns {Promise<{code: number, stdout: string}>}
 */
function runFile(folder, name, options, output) {
  const args = ['--conditions=@archive/source', '--import', 'tsx', join('src', `${name}.ts`), ...options];
  const child = spawn(process.execPath, args, {
    cwd: join(root, folder),
    stdio: ['ignore', output, 'inherit'],
  });
  current = child;
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  return new Promise((done) => {
    child.on('error', () => done({ code: 1, stdout }));
    child.on('close', (code) => done({ code: code ?? 1, stdout }));
  });
}

/**
 * @param {string} text
 * @returns {unknown[] | undefined}
 */
function parseRows(text) {
  try {
    const rows = JSON.parse(text);
    return Array.isArray(rows) ? rows : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} names
 */
function listing(command, names) {
  const lines =
    names.length === 0 ? ['  (none yet)'] : [...names, 'all'].map((name) => `  pnpm ${command} ${name}`);
  return [`usage: pnpm ${command} <name> [--json] [task options]`, ...lines].join('\n');
}
