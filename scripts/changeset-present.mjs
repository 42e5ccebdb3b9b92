/**
 * Every change to what a public package ships needs a changeset.
 *
 *   node scripts/changeset-present.mjs
 *
 * On a branch, compares with the base (`CHANGESET_BASE`, else origin/main): a change under packages/<name>/src other
 * than tests, without a new file in .changeset/, fails. Before the first release it is enough that one changeset stands.
 * Every changeset must name public packages, a kind of change, and say something to the reader.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, root } from './workspace.mjs';

const folder = join(root, '.changeset');
const pending = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  : [];
const packages = publicPackages();

const faults = pending.flatMap((name) => changesetFaults(name));
const unreleased = packages.some(({ manifest }) => manifest.version === '0.0.0');
if (unreleased && pending.length === 0) faults.push('no changeset, though nothing has been released yet');
const shipped = changedSinceBase('packages').filter(
  (path) => /^packages\/[^/]+\/src\//.test(path) && !/\.(test|test-d|fixture)\.ts$/.test(path),
);
if (
  !unreleased &&
  shipped.length > 0 &&
  changedSinceBase('.changeset', '--diff-filter=AM').every((path) => !path.endsWith('.md'))
) {
  faults.push(
    `${shipped.length} changed files under packages/*/src and no changeset: run \`pnpm changeset\``,
  );
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${pending.length} changesets pending\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** @param {string} name */
function changesetFaults(name) {
  const text = readFileSync(join(folder, name), 'utf8');
  const match = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(text);
  if (match === null) return [`.changeset/${name}: no front matter`];
  const faults = [];
  for (const line of (match[1] ?? '').split('\n')) {
    const entry = /^['"]?([^'"]+)['"]?:\s*(major|minor|patch)$/.exec(line.trim());
    if (entry === null) faults.push(`.changeset/${name}: cannot read "${line}"`);
    else if (packages.every((member) => member.name !== entry[1]))
      faults.push(`.changeset/${name}: ${entry[1]} is not a public package`);
  }
  if ((match[2] ?? '').trim() === '') faults.push(`.changeset/${name}: says nothing`);
  return faults;
}

/**
 * Paths below a folder that differ from the base; none when there is no base to compare with.
 *
 * @param {string} below
 * @param {...string} options of git diff
 */
function changedSinceBase(below, ...options) {
  const base = process.env['CHANGESET_BASE'] ?? 'origin/main';
  if (git('rev-parse', '--verify', '--quiet', `${base}^{commit}`) === undefined) return [];
  return (git('diff', '--name-only', ...options, `${base}...HEAD`, '--', below) ?? '')
    .split('\n')
    .filter((path) => path !== '');
}

/** @param {...string} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}
