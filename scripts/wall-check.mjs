/**
 * Plants violations of the wall in a copy of the sources, and demands that each is reported under its rule.
 *
 *   node scripts/wall-check.mjs
 *
 * A rule that has stopped working looks just like a rule that nobody breaks; this tells them apart. Plants for rooms
 * that do not exist yet make them. An honest file beside the plants must not be reported.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toolEnvironment } from './toolchain.mjs';
import { root } from './workspace.mjs';

/** @type {readonly {file: string, source: string, rule: string}[]} */
const DOOR_PLANTS = [
  plant('packages/answer', '@archive/contract/private', 'wall-packages-answer'),
  plant('packages/embed', '@archive/contract/private', 'wall-packages-embed'),
  plant('packages/retrieve', '@archive/index/served', 'wall-packages-retrieve'),
  plant('packages/client', '@archive/retrieve', 'wall-packages-client'),
  plant('packages/client', '@archive/contract/private', 'wall-packages-client'),
  plant('packages/client', 'node:http', 'pure-client'),
  plant('packages/client', 'yaml', 'registry-client'),
  plant('packages/evaluation', '@archive/contract/private', 'wall-packages-evaluation'),
  plant('packages/evaluation', '@archive/index/served', 'wall-packages-evaluation'),
  plant('packages/evaluation', 'node:fs', 'pure-evaluation'),
  plant('packages/lint', '../../contract/src/planted-inside.ts', 'wall-doors-only'),
  plant('packages/unheard-of', '@archive/contract', 'wall-unlisted-room'),
  plant('packages/ingest', '@archive/retrieve/testing', 'wall-testing-for-tests'),
  plant('packages/ingest', '@archive/api', 'wall-apps-closed'),
  plant('packages/contract', 'node:crypto', 'pure-contract'),
  plant('packages/text', 'node:fs', 'pure-text'),
  plant('packages/lint', 'node:fs/promises', 'pure-lint'),
  plant('packages/retrieve', 'node:os', 'pure-retrieve'),
  plant('packages/embed-static', 'node:fs/promises', 'neutral-embed-static'),
  plant('packages/embed-static', '@archive/retrieve', 'wall-packages-embed-static'),
  plant('packages/ingest', '@archive/embed-static', 'wall-packages-ingest'),
  plant('packages/contract', 'yaml', 'registry-contract'),
  plant('packages/embed', 'openai', 'openai-one-adapter'),
  plant('packages/drafter', '@archive/embed', 'wall-packages-drafter'),
  plant('packages/drafter', 'openai', 'openai-one-adapter'),
  plant('packages/ingest', '@archive/drafter', 'wall-packages-ingest'),
  plant('packages/index', './no-such-file.ts', 'could-not-resolve'),
  {
    file: 'packages/index/src/planted-circle.ts',
    source: "import './planted-round.ts';\n",
    rule: 'no-cycles',
  },
  plant('packages/ingest', 'planted-dev-only', 'not-in-the-manifest'),
  plant('apps/eval', '@archive/index', 'wall-apps-eval'),
  plant('apps/api', '@archive/retrieve/core', 'wall-apps-api'),
  plant('apps/api', '@archive/index', 'wall-apps-api'),
  plant('apps/api', '@archive/lint', 'wall-apps-api'),
  plant('apps/api', '@archive/drafter', 'wall-apps-api'),
  plant('apps/synthesis', '@archive/contract/private', 'wall-apps-synthesis'),
  plant('apps/desk', '@archive/retrieve/core', 'wall-apps-desk'),
  plant('apps/desk', '@archive/index/served', 'wall-apps-desk'),
  plant('apps/desk', '@archive/api', 'wall-apps-closed'),
  plant('apps/api', '@archive/desk', 'wall-apps-closed'),
  plant('proofs', '../../packages/index/src/planted-inside.ts', 'wall-doors-only'),
  plant('tests', '@archive/api', 'wall-apps-closed'),
  plant('examples/node-script', '@archive/api', 'wall-apps-closed'),
  plant('examples/node-script', '../../../packages/index/src/planted-inside.ts', 'wall-doors-only'),
  {
    file: 'packages/answer/src/planted-type.ts',
    source: "import type { Fragment } from '@archive/contract/private';\nexport type F = Fragment;\n",
    rule: 'wall-packages-answer',
  },
  {
    file: 'packages/answer/src/planted-inline.ts',
    source: "export type F = import('@archive/contract/private').Fragment;\n",
    rule: 'wall-packages-answer',
  },
  {
    file: 'packages/answer/src/planted-later.ts',
    source: "export const later = () => import('@archive/contract/private');\n",
    rule: 'wall-packages-answer',
  },
  {
    file: 'packages/answer/src/planted-passing.ts',
    source: "export type { Fragment } from '@archive/contract/private';\n",
    rule: 'wall-packages-answer',
  },
  {
    ...plant('packages/lint', '@archive/index', 'wall-packages-lint-tests'),
    file: 'packages/lint/src/planted.test.ts',
  },
];

const HONEST = 'packages/answer/src/honest.ts';

/** Edges between whole packages, which turbo must report from their manifests and imports. */
const PACKAGE_PLANTS = [
  { from: 'packages/answer', tag: 'caller', to: '@archive/index' },
  { from: 'packages/text', tag: 'text', to: '@archive/contract' },
  { from: 'packages/client', tag: 'caller', to: '@archive/index' },
  { from: 'packages/evaluation', tag: 'caller', to: '@archive/index' },
  { from: 'apps/eval', tag: 'app-caller', to: '@archive/index' },
  { from: 'apps/api', tag: 'app-api', to: '@archive/ingest' },
  { from: 'apps/api', tag: 'app-api', to: '@archive/desk' },
  { from: 'apps/desk', tag: 'app-desk', to: '@archive/api' },
  { from: 'apps/api', tag: 'app-api', to: '@archive/drafter' },
  { from: 'packages/drafter', tag: 'drafter', to: '@archive/ingest' },
  { from: 'proofs', tag: 'proof', to: '@archive/cli' },
  { from: 'examples/node-script', tag: 'example', to: '@archive/api' },
];

const copy = mkdtempSync(join(tmpdir(), 'archive-wall-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
copyWorkspace();

const faults = [...doorFaults(), ...packageFaults()];
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${DOOR_PLANTS.length + PACKAGE_PLANTS.length} planted violations, ${faults.length} not reported as they should be\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;

function doorFaults() {
  for (const { file, source } of DOOR_PLANTS) write(file, source);
  write('packages/contract/src/planted-inside.ts', 'export const inside = 1;\n');
  write('packages/index/src/planted-inside.ts', 'export const inside = 1;\n');
  write('packages/index/src/planted-round.ts', "import './planted-circle.ts';\n");
  write(HONEST, "import '@archive/contract';\nimport '@archive/text';\n");
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'packages',
    'apps',
    'proofs',
    'tests',
    'examples',
  ];
  const { stdout } = tool('depcruise', args);
  /** @type {{from: string, rule: {name: string}}[]} */
  const reported = JSON.parse(stdout).summary.violations;
  const seen = new Set(reported.map(({ from, rule }) => `${rule.name} ${from}`));
  const missed = DOOR_PLANTS.filter(({ file, rule }) => !seen.has(`${rule} ${file}`));
  const accused = reported.filter(({ from }) => from === HONEST);
  return [
    ...missed.map(({ file, rule, source }) => `imports: ${rule} did not report ${file}: ${source.trim()}`),
    ...accused.map(({ rule }) => `imports: ${rule.name} reported the honest ${HONEST}`),
  ];
}

function packageFaults() {
  const faults = [];
  for (const { from, tag, to } of PACKAGE_PLANTS) {
    const manifest = join(copy, from, 'package.json');
    const before = existsSync(manifest) ? readFileSync(manifest, 'utf8') : undefined;
    const content =
      before === undefined
        ? { name: `@archive/${from.split('/')[1]}`, version: '0.0.0', private: true }
        : JSON.parse(before);
    content.dependencies = { ...content.dependencies, [to]: 'workspace:*' };
    write(`${from}/package.json`, JSON.stringify(content));
    write(`${from}/turbo.json`, JSON.stringify({ extends: ['//'], tags: [tag] }));
    const { status, stdout, stderr } = tool('turbo', ['boundaries', '--no-color']);
    const text = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    if (status === 0 || !text.includes(`\`${to}\` found`))
      faults.push(`boundaries: did not report ${from} → ${to}`);
    if (before === undefined) rmSync(join(copy, from, 'package.json'));
    else writeFileSync(manifest, before);
  }
  return faults;
}

/** Sources and manifests, and links to what they import: enough for both tools, and quick. */
function copyWorkspace() {
  for (const name of [
    'package.json',
    'pnpm-workspace.yaml',
    'pnpm-lock.yaml',
    'turbo.json',
    'tsconfig.base.json',
    '.dependency-cruiser.cjs',
  ]) {
    cpSync(join(root, name), join(copy, name));
  }
  mkdirSync(join(copy, 'node_modules', '@archive'), { recursive: true });
  for (const parent of ['packages', 'apps', 'tooling']) {
    for (const name of readdirSync(join(root, parent))) {
      copyMember(`${parent}/${name}`);
      symlinkSync(join('..', '..', parent, name), join(copy, 'node_modules', '@archive', name));
    }
  }
  ['proofs', 'tests', 'benchmarks', 'examples'].forEach(copyMember);
  for (const name of ['typescript', 'planted-dev-only', 'openai', 'yaml']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
}

/** @param {string} folder */
function copyMember(folder) {
  const skipped = ['node_modules', 'dist', 'temp', 'etc', '.turbo', 'coverage', '.work', 'models'];
  cpSync(join(root, folder), join(copy, folder), {
    recursive: true,
    filter: (path) => !skipped.includes(path.split(/[\\/]/).at(-1) ?? ''),
  });
}

/**
 * @param {string} room
 * @param {string} imported
 * @param {string} rule
 */
function plant(room, imported, rule) {
  return { file: `${room}/src/${plantName(imported)}`, source: `import '${imported}';\n`, rule };
}

/** @param {string} imported */
function plantName(imported) {
  return `planted-${imported.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}.ts`;
}

/**
 * @param {string} file
 * @param {string} content
 */
function write(file, content) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), content);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function tool(name, args) {
  return spawnSync(name, args, {
    cwd: copy,
    env: toolEnvironment(),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
}
