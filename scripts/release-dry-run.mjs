/**
 * Rehearses a release on a copy: versions, changelogs, and a publish that uploads nothing.
 *
 *   node scripts/release-dry-run.mjs
 *
 * The copy holds what git would commit, with the last full build. Fails when the changesets cannot be applied, when
 * the public packages do not end on one version with a changelog each, or when pnpm would refuse to publish.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run-command.mjs';
import { pnpmProgram, toolEnvironment } from './toolchain.mjs';
import { publicPackages, root } from './workspace.mjs';

const copy = mkdtempSync(join(tmpdir(), 'archive-release-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));

const fault = (await rehearse()) ?? resultFault();
process.stdout.write(fault === undefined ? 'the release would work\n' : `${fault}\n`);
process.exitCode = fault === undefined ? 0 : 1;

/** @returns {Promise<string | undefined>} the first step that failed */
async function rehearse() {
  copyTree();
  const unbuilt = publicPackages().find(({ folder }) => !existsSync(join(root, folder, 'dist')));
  if (unbuilt !== undefined) return `${unbuilt.name} is not built`;
  const steps = [
    ['install', '--frozen-lockfile', '--offline', '--ignore-scripts', '--reporter=append-only'],
    ['exec', 'changeset', 'version'],
    ['-r', 'publish', '--dry-run', '--no-git-checks'],
  ];
  const env = toolEnvironment(copy);
  for (const step of steps) {
    const { code, text } = await run(process.execPath, [pnpmProgram, ...step], {
      cwd: copy,
      env,
      output: 'capture',
    });
    if (code !== 0) return `${text}\npnpm ${step.join(' ')} failed`;
  }
  return undefined;
}

/** @returns {string | undefined} */
function resultFault() {
  const packages = publicPackages(copy);
  const versions = [...new Set(packages.map(({ manifest }) => manifest.version))];
  if (versions.length !== 1) return `the public packages end on different versions: ${versions.join(', ')}`;
  const silent = packages.find(({ folder }) => !existsSync(join(copy, folder, 'CHANGELOG.md')));
  if (silent !== undefined) return `${silent.name} has no changelog`;
  const version = `## ${versions[0]}`;
  const old = packages.find(
    ({ folder }) => !readFileSync(join(copy, folder, 'CHANGELOG.md'), 'utf8').includes(version),
  );
  return old === undefined ? undefined : `the changelog of ${old.name} does not mention ${versions[0]}`;
}

function copyTree() {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (listed.status !== 0) throw new Error('git could not list the files to copy');
  const files = listed.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  const builds = publicPackages()
    .map(({ folder }) => join(folder, 'dist'))
    .filter((folder) => existsSync(join(root, folder)));
  for (const file of [...files, ...builds]) cpSync(join(root, file), join(copy, file), { recursive: true });
}
