/**
 * What the scripts of the root run: sets the workspace up as far as it is not set up yet, then does the work.
 *
 *   node scripts/bootstrap.mjs start [folder] [--port n] [--host h] [--out dir]
 *   node scripts/bootstrap.mjs check [gate ...]
 *   node scripts/bootstrap.mjs client
 *   node scripts/bootstrap.mjs synthesis <address of an archive>    builds that program, and becomes it
 *   node scripts/bootstrap.mjs eval-url --url <address> --suite <file>
 *   node scripts/bootstrap.mjs tool <name> [argument ...]           a tool of the workspace, such as turbo
 *
 * Needs Node and npm and nothing else. Steps whose inputs have not changed are skipped by stamps in `.tools/`. All
 * output of the set-up goes to stderr. Exit codes: 2 misuse, 3 the environment lacks something.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeVersionFault } from './node-version.mjs';
import { endOnSignals, run } from './run-command.mjs';
import { digestOf, fileTraces, unlessStamped } from './stamp.mjs';
import { startHint } from './start-arguments.mjs';

const [mode, ...args] = process.argv.slice(2);
const home = new URL('..', import.meta.url);
const wanted = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')).engines.node;

const fault = nodeVersionFault(process.version, wanted);
if (fault !== undefined) giveUp(3, fault);
/** Programs that are built and then become this process: their package, and their file in it. */
const programs = /** @type {Record<string, {name: string, folder: string, file: string} | undefined>} */ ({
  start: { name: '@archive/cli', folder: 'apps/cli', file: 'dist/start.js' },
  synthesis: { name: '@archive/synthesis', folder: 'apps/synthesis', file: 'dist/main.js' },
  'eval-url': { name: '@archive/eval', folder: 'apps/eval', file: 'dist/main.js' },
});
const program = programs[mode ?? ''];
if (program === undefined && !['check', 'client', 'tool'].includes(mode ?? ''))
  giveUp(2, 'usage: node scripts/bootstrap.mjs start|check|client|synthesis|eval-url|tool');
const hint = mode === 'start' ? startHint(args, process.env) : undefined;
if (hint !== undefined) giveUp(2, hint);

// An interrupted check must not look like a passed one; an interrupted start has done what was asked.
endOnSignals((signal) => (program !== undefined ? 0 : signal === 'SIGINT' ? 130 : 143));

// Loaded only now: these modules may use all that the wanted Node has.
const { ensurePnpm, pnpmProgram, toolEnvironment } = await import('./toolchain.mjs');
const { closure, doors, members, root } = await import('./workspace.mjs');

if (!(await ensurePnpm()))
  giveUp(
    3,
    'pnpm could not be fetched from the npm registry: check the network, then run the command again.',
  );
Object.assign(process.env, toolEnvironment());
const all = members();

await unlessStamped(join(root, '.tools', 'install.stamp'), installDigest(), modulesStand, async () => {
  const { code } = await run(
    process.execPath,
    [pnpmProgram, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'],
    { cwd: root },
  );
  if (code !== 0)
    giveUp(
      3,
      'the packages could not be installed (see above): check the network, then run the command again.',
    );
});

if (mode === 'check') {
  const { code } = await run(process.execPath, [join(root, 'scripts', 'check.mjs'), ...args], {
    cwd: root,
    output: 'inherit',
  });
  process.exitCode = code;
} else if (mode === 'client') {
  await packClient();
} else if (program === undefined) {
  const [tool, ...rest] = args;
  if (tool === undefined) giveUp(2, 'usage: node scripts/bootstrap.mjs tool <name> [argument ...]');
  const { code, text } = await run(tool, rest, { cwd: root, output: 'inherit' });
  if (text !== '') process.stderr.write(`${tool} could not be run: ${text}\n`);
  process.exitCode = code;
} else {
  await become(program);
}

/** Builds the client and what it needs, and packs both for programs outside: nothing is on npm yet. */
async function packClient() {
  const packed = join(root, '.tools', 'packed');
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const built = await run(
    process.execPath,
    [turbo, 'run', 'build', '--filter=@archive/client...', '--output-logs=errors-only'],
    { cwd: root },
  );
  if (built.code !== 0) giveUp(1, 'the build failed (see above).');
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  for (const { name, folder, manifest } of closure('@archive/client', all)) {
    if (manifest.private === true) continue;
    const { code } = await run(process.execPath, [pnpmProgram, 'pack', '--pack-destination', packed], {
      cwd: join(root, folder),
    });
    if (code !== 0) giveUp(1, `${name} could not be packed (see above).`);
  }
  const files = readdirSync(packed).map((file) => JSON.stringify(join(packed, file)));
  process.stdout.write(
    `\n  The client is built. In the workspace the examples find it; elsewhere:\n\n  npm install ${files.join(' ')}\n\n`,
  );
}

/**
 * Builds what a program needs, if it is stale, and becomes the program.
 *
 * @param {{name: string, folder: string, file: string}} wanted
 */
async function become({ name, folder, file }) {
  const needed = closure(name, all);
  const built = [
    join(root, folder, file),
    ...needed.flatMap((member) => doors(member).map((door) => join(root, member.folder, door.file))),
  ];
  const sources = needed.flatMap((member) =>
    ['src', 'package.json', 'tsup.config.ts'].map((each) => join(root, member.folder, each)),
  );
  const shared = ['tsconfig.base.json', 'turbo.json', 'tooling', '.tools/install.stamp'].map((each) =>
    join(root, each),
  );
  const digest = digestOf([...sources, ...shared].flatMap(fileTraces));
  await unlessStamped(
    join(root, '.tools', mode === 'start' ? 'build.stamp' : `build-${mode}.stamp`),
    digest,
    () => built.every((each) => existsSync(each)),
    async () => {
      const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
      const { code } = await run(
        process.execPath,
        [turbo, 'run', 'build:js', `--filter=${name}...`, '--output-logs=errors-only'],
        { cwd: root },
      );
      if (code !== 0) giveUp(1, 'the build failed (see above).');
    },
  );
  process.argv = [process.execPath, join(root, folder, file), ...args];
  await import(pathToFileURL(join(root, folder, file)).href);
}

function installDigest() {
  const manifests = ['.', ...all.map(({ folder }) => folder)].map((folder) => join(folder, 'package.json'));
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests];
  const contents = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
  return digestOf([process.version, process.platform, process.arch, root, ...contents]);
}

function modulesStand() {
  return existsSync(join(root, 'node_modules', '.modules.yaml'));
}

/**
 * @param {number} code
 * @param {string} message
 * @returns {never}
 */
function giveUp(code, message) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
