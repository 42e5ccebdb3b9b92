/**
 * What `npm start`, `npm test` and `npm run client` run: sets the workspace up as far as it is not set up yet, then does the work.
 *
 *   node scripts/bootstrap.mjs start [folder] [--port n] [--host h] [--out dir]
 *   node scripts/bootstrap.mjs check
 *   node scripts/bootstrap.mjs client
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
if (mode !== 'start' && mode !== 'check' && mode !== 'client')
  giveUp(2, 'usage: node scripts/bootstrap.mjs start|check|client');
const hint = mode === 'start' ? startHint(args, process.env) : undefined;
if (hint !== undefined) giveUp(2, hint);

// An interrupted check must not look like a passed one; an interrupted start has done what was asked.
endOnSignals((signal) => (mode === 'start' ? 0 : signal === 'SIGINT' ? 130 : 143));

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
} else {
  await start();
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

/** Builds what the command line needs, if it is stale, and becomes the start command. */
async function start() {
  const needed = closure('@archive/cli', all);
  const program = join(root, 'apps', 'cli', 'dist', 'start.js');
  const built = [
    program,
    ...needed.flatMap((member) => doors(member).map(({ file }) => join(root, member.folder, file))),
  ];
  const sources = needed.flatMap(({ folder }) =>
    ['src', 'package.json', 'tsup.config.ts'].map((name) => join(root, folder, name)),
  );
  const shared = ['tsconfig.base.json', 'turbo.json', 'tooling', '.tools/install.stamp'].map((name) =>
    join(root, name),
  );
  const digest = digestOf([...sources, ...shared].flatMap(fileTraces));
  await unlessStamped(
    join(root, '.tools', 'build.stamp'),
    digest,
    () => built.every((file) => existsSync(file)),
    async () => {
      const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
      const { code } = await run(
        process.execPath,
        [turbo, 'run', 'build:js', '--filter=@archive/cli...', '--output-logs=errors-only'],
        { cwd: root },
      );
      if (code !== 0) giveUp(1, 'the build failed (see above).');
    },
  );
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
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
