/**
 * Do other people's clients get along with the MCP server? They are tried over HTTP and over stdio on the demo.
 *
 *   node --conditions=@archive/source --import tsx scripts/mcp-clients.mjs
 *
 * The conformance suite must pass what a server without its test fixtures can pass, and nothing else may change side;
 * the inspector must list, call and read, and find no error in the schemas; the official Python client must do the same
 * with the newest revision and the one before. What cannot be installed is left out, and the last line says so.
 * (The official TypeScript clients are tried by `npm test`.)
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { archiveEnvironment, serveArchive } from '@archive/process';
import { buildDemo } from './demo-archive.mjs';
import { CONFORMANCE_PASSED, CONFORMANCE_NOT_FOR_US } from './mcp-tools/conformance.mjs';
import { installNpmTools, installPythonTools } from './outside-tools.mjs';
import { endOnSignals, run } from './run-command.mjs';
import { root } from './workspace.mjs';

/** A server started from source on a busy machine is not there at once. */
const SLOW_START = ['--connect-timeout', '60000'];

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));

/** @type {(() => unknown)[]} */
const endings = [];
let code = 0;
try {
  const npm = await installNpmTools('mcp-tools');
  const python = await installPythonTools('mcp-tools', 'python');
  const demo = await serveDemo();
  /** @type {string[]} */
  const said = [];
  if ('missing' in npm) said.push(`conformance and inspector left out: ${npm.missing}`);
  else said.push(await judgeByConformance(npm.home, demo.url), await judgeByInspector(npm.home, demo));
  if ('missing' in python) said.push(`Python client left out: ${python.missing}`);
  else said.push(await judgeByPython(python.program, demo));
  process.stdout.write(`mcp-clients: ${said.join('; ')}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  code = 1;
} finally {
  for (const end of endings.reverse()) await end();
}
process.exit(code);

/** The demo on a server, and the command that serves it over stdio. */
async function serveDemo() {
  const { folder, out, work } = await buildDemo('mcp-clients');
  endings.push(work.remove);
  const server = await serveArchive(folder, out, { args: ['--no-limits', '--log', 'off'] });
  endings.push(server.stop);
  const source = ['--conditions=@archive/source', '--import', import.meta.resolve('tsx')];
  const main = join(root, 'apps', 'cli', 'src', 'main.ts');
  const stdio = [process.execPath, ...source, main, 'mcp', folder, '--out', out];
  return { url: `${server.url.replace(/\/$/, '')}/mcp`, stdio, work: work.path };
}

/**
 * @param {string} home
 * @param {string} url
 */
async function judgeByConformance(home, url) {
  const program = join(home, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const shim = join(root, 'scripts', 'mcp-tools', 'node-20.mjs');
  const args = [
    '--import',
    shim,
    program,
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '-o',
    join(home, 'results'),
  ];
  const { text } = await run(process.execPath, args, { cwd: home, output: 'capture' });
  const verdicts = [...text.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gmu)].map(
    ([, name = '', passed, failed]) => ({ name, isPassed: Number(passed) > 0 && Number(failed) === 0 }),
  );
  const passed = verdicts.filter(({ isPassed }) => isPassed).map(({ name }) => name);
  const others = verdicts.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
  assert.deepEqual(
    passed.toSorted(),
    CONFORMANCE_PASSED.toSorted(),
    `other scenarios pass than are written down\n${text}`,
  );
  assert.deepEqual(others.toSorted(), Object.keys(CONFORMANCE_NOT_FOR_US).toSorted());
  return `conformance passed ${passed.length} scenarios, ${others.length} do not apply`;
}

/**
 * @param {string} home
 * @param {{url: string, stdio: readonly string[], work: string}} demo
 */
async function judgeByInspector(home, { url, stdio, work }) {
  const program = join(home, 'node_modules', '.bin', 'mcp-inspector');
  /** @param {readonly string[]} target @param {readonly string[]} args */
  const inspect = async (target, args) => {
    const { code: exit, text } = await run(program, ['--cli', ...target, ...SLOW_START, ...args], {
      cwd: work,
      // It keeps a list of servers in the home folder.
      env: archiveEnvironment({ HOME: work }),
      output: 'capture',
    });
    assert.equal(exit, 0, `the inspector failed at ${args.join(' ')}: ${text}`);
    return text;
  };
  let calls = 0;
  const http = [url, '--transport', 'http'];
  for (const target of [http, stdio.map(String)]) {
    const listed = await inspect(target, ['--method', 'tools/list', '--strict']);
    assert.doesNotMatch(listed, /[1-9]\d* error/, 'a schema is not portable');
    const call = ['--method', 'tools/call', '--tool-name', 'search_archive', '--tool-arg', 'q=harbour bell'];
    assert.match(await inspect(target, call), /"structuredContent"/);
    calls += 2;
    // Each call over stdio starts a server, which takes its time.
    if (target !== http) continue;
    const { uri } =
      /"uri": "(?<uri>archive:[^"]+)"/.exec(await inspect(target, ['--method', 'resources/list']))?.groups ??
      {};
    assert.ok(uri !== undefined, 'there is a public passage');
    assert.match(await inspect(target, ['--method', 'resources/read', '--uri', uri]), /One public passage/);
    calls += 2;
  }
  return `inspector passed ${calls} calls`;
}

/**
 * @param {string} program
 * @param {{url: string, stdio: readonly string[]}} demo
 */
async function judgeByPython(program, { url, stdio }) {
  const client = join(root, 'scripts', 'mcp-tools', 'python-client.py');
  const printed = [];
  for (const args of [
    ['http', url],
    ['stdio', ...stdio],
  ]) {
    const { code: exit, text } = await run(program, [client, ...args], { output: 'capture' });
    assert.equal(exit, 0, `the Python client failed over ${args[0]}: ${text}`);
    printed.push(...text.split('\n').filter((line) => /^(http|stdio) [\w-]+: /.test(line)));
  }
  assert.deepEqual(printed, [
    'http 2026-07-28: 2026-07-28',
    'http legacy: 2025-11-25',
    'stdio 2026-07-28: 2026-07-28',
    'stdio legacy: 2025-11-25',
  ]);
  return `Python client passed over both transports with ${printed.length / 2} revisions`;
}
