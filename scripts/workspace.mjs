/**
 * What the workspace consists of: its members, their manifests and doors, and who needs whom.
 *
 * Read from the manifests on disk each time; Node builtins only, because it runs before anything is installed.
 * The member patterns of pnpm-workspace.yaml are read line by line: a plain folder, or `folder/*`.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Absolute path of the workspace. */
export const root = resolve(import.meta.dirname ?? '.', '..');

/**
 * @typedef {{
 *   name: string, version: string, private?: boolean,
 *   scripts?: Record<string, string>,
 *   exports?: Record<string, string | Record<string, string>>,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 * }} Manifest
 * @typedef {{name: string, folder: string, manifest: Manifest}} Member `folder` is relative to the root
 * @typedef {{door: string, file: string}} Door `door` is `.` or `./private`; `file` the built JavaScript, relative
 */

/**
 * Every member of the workspace in the order of its folder's name.
 *
 * @returns {Member[]}
 */
export function members(at = root) {
  return memberFolders(at).map((folder) => {
    const manifest = /** @type {Manifest} */ (
      JSON.parse(readFileSync(join(at, folder, 'package.json'), 'utf8'))
    );
    return { name: manifest.name, folder, manifest };
  });
}

/** The packages that are published: those under packages/ that are not private. */
export function publicPackages(at = root) {
  return members(at).filter(
    ({ folder, manifest }) => folder.startsWith('packages/') && manifest.private !== true,
  );
}

/**
 * The members that `name` needs at run time, itself included, needed ones first.
 *
 * @param {string} name
 * @param {readonly Member[]} all
 * @returns {Member[]}
 */
export function closure(name, all) {
  /** @type {Member[]} */
  const found = [];
  /** @param {string} wanted */
  const visit = (wanted) => {
    const member = all.find((candidate) => candidate.name === wanted);
    if (member === undefined || found.includes(member)) return;
    Object.keys(member.manifest.dependencies ?? {}).forEach(visit);
    if (!found.includes(member)) found.push(member);
  };
  visit(name);
  return found;
}

/**
 * The doors of a package that are code.
 *
 * @param {Member} member
 * @returns {Door[]}
 */
export function doors({ manifest }) {
  return Object.entries(manifest.exports ?? {}).flatMap(([door, target]) => {
    const file = typeof target === 'string' ? target : target['default'];
    return file === undefined || !/\.m?js$/.test(file) ? [] : [{ door, file }];
  });
}

/** @param {string} at */
function memberFolders(at) {
  const lines = readFileSync(join(at, 'pnpm-workspace.yaml'), 'utf8').split(/\r?\n/);
  const start = lines.indexOf('packages:') + 1;
  const patterns = [];
  for (const line of lines.slice(start)) {
    const item = /^\s+-\s+['"]?([^'"]+?)['"]?\s*$/.exec(line);
    if (item === null) break;
    patterns.push(/** @type {string} */ (item[1]));
  }
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return existsSync(join(at, parent))
      ? readdirSync(join(at, parent)).map((name) => `${parent}/${name}`)
      : [];
  });
  return folders.filter((folder) => existsSync(join(at, folder, 'package.json'))).sort();
}
