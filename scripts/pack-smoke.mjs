/**
 * Does each public package install and work by itself, as a stranger gets it?
 *
 *   node scripts/pack-smoke.mjs [name ...]
 *
 * Packs every public package once with pnpm (npm's packer would leave `workspace:` in the manifests). Then, for each,
 * in an empty folder outside the workspace: installs the tarballs of the package and of what it needs, compiles the
 * first `ts` block of its README strictly against the shipped types, and runs it. Last, a wire client of ten lines is
 * compiled and run with the contract alone. Needs a full build.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run-command.mjs';
import { npmCommand, toolEnvironment } from './toolchain.mjs';
import { closure, publicPackages, root } from './workspace.mjs';

/** @typedef {import('./workspace.mjs').Member} Member */

const TARGET = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
};

const WIRE_CLIENT = `
import { parseSearchResponse, type SearchRequest, type SearchResponse } from '@archive/contract';

async function ask(server: string, request: SearchRequest): Promise<SearchResponse> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server, { method: 'POST', headers, body: JSON.stringify(request) });
  return parseSearchResponse(await response.json());
}
const answer = await ask('SERVER', { q: 'harbour' });
console.log(answer.hits.length, answer.hits.map((hit) => hit.exposure === 'text' ? hit.text : hit.locatorLabel).join());
`;

/** Half of the work is npm waiting for the disk. */
const AT_ONCE = 3;

Object.assign(process.env, toolEnvironment());
const work = mkdtempSync(join(tmpdir(), 'archive-pack-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const named = process.argv.slice(2);
const packages = publicPackages();
const tarballs = await packAll();
/** @type {string[]} */
const faults = [];
const waiting = packages.filter(({ name }) => named.length === 0 || named.includes(shortName(name)));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      const fault = await tryPackage(member, shortName(member.name));
      if (fault !== undefined) faults.push(`${member.name}: ${fault}`);
    }
  }),
);
if (named.length === 0 || named.includes('contract')) {
  const fault = await tryWireClient();
  if (fault !== undefined) faults.push(`wire client: ${fault}`);
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${packages.length} packages packed, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** @param {string} name */
function shortName(name) {
  return name.replace('@archive/', '');
}

/** @returns {Promise<Map<string, string>>} tarball by package name */
async function packAll() {
  const found = new Map();
  for (const { name, folder } of packages) {
    const destination = join(work, 'tarballs', shortName(name));
    mkdirSync(destination, { recursive: true });
    const { code, text } = await run('pnpm', ['pack', '--pack-destination', destination], {
      cwd: join(root, folder),
      output: 'capture',
    });
    const [tarball] = readdirSync(destination);
    if (code !== 0 || tarball === undefined) throw new Error(`pnpm pack failed in ${folder}: ${text}`);
    found.set(name, join(destination, tarball));
  }
  return found;
}

/**
 * @param {Member} member
 * @param {string} short
 * @returns {Promise<string | undefined>} what went wrong
 */
async function tryPackage(member, short) {
  const file = join(root, member.folder, 'README.md');
  if (!existsSync(file)) return 'it has no README';
  const readme = readFileSync(file, 'utf8');
  const example = /^```ts\n([\s\S]*?)^```/m.exec(readme)?.[1];
  if (example === undefined) return 'its README has no ts block';
  const folder = await install(short, closure(member.name, packages));
  return typeof folder === 'string' ? compileAndRun(folder, example) : folder.fault;
}

/** @returns {Promise<string | undefined>} */
async function tryWireClient() {
  const accepted = join(root, 'packages', 'contract', 'corpus', 'search-response', 'accept');
  const body = readFileSync(join(accepted, 'three-exposures.json'), 'utf8');
  const server = createServer((request, response) => {
    response
      .writeHead(request.method === 'POST' ? 200 : 405, { 'content-type': 'application/json' })
      .end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const folder = await install('wire-client', closure('@archive/contract', packages));
  const client = WIRE_CLIENT.replace('SERVER', `http://127.0.0.1:${port}/v1/search`);
  const fault = typeof folder === 'string' ? await compileAndRun(folder, client, []) : folder.fault;
  server.close();
  server.closeAllConnections();
  return fault;
}

/**
 * @param {string} name of the folder
 * @param {readonly Member[]} needed
 * @returns {Promise<string | {fault: string}>} the folder
 */
async function install(name, needed) {
  const folder = join(work, 'consumers', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  const npm = npmCommand();
  const files = needed.map((member) => /** @type {string} */ (tarballs.get(member.name)));
  const args = [
    ...npm.args,
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...files,
  ];
  const { code, text } = await run(npm.command, args, { cwd: folder, output: 'capture' });
  return code === 0 ? folder : { fault: `npm could not install its tarballs\n${text}` };
}

/**
 * Compiles with the library check on, so that a declaration which names a missing type is found, and runs the result.
 *
 * @param {string} folder
 * @param {string} source
 * @param {string[]} types packages of global types
 * @returns {Promise<string | undefined>}
 */
async function compileAndRun(folder, source, types = ['node']) {
  const modules = join(folder, 'node_modules', '@types');
  mkdirSync(modules, { recursive: true });
  if (types.length > 0) symlinkSync(join(root, 'node_modules', '@types', 'node'), join(modules, 'node'));
  writeFileSync(join(folder, 'example.ts'), source);
  const lib = types.length > 0 ? ['ES2023'] : ['ES2023', 'DOM'];
  const compilerOptions = { ...TARGET, lib, types, skipLibCheck: false, outDir: 'out' };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }));
  const compiled = await run('tsc', ['-p', 'tsconfig.json'], { cwd: folder, output: 'capture' });
  if (compiled.code !== 0) return `does not compile\n${compiled.text}`;
  const ran = await run(process.execPath, [join('out', 'example.js')], { cwd: folder, output: 'capture' });
  return ran.code === 0 ? undefined : `does not run\n${ran.text}`;
}
