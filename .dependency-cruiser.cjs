/**
 * The wall: which room may come in by which door. Whatever is not listed here fails the build.
 *
 * `@archive/index/served` is the door `index/served`, that is packages/index/src/served.ts; `@archive/index` is the
 * door `index`, src/index.ts. turbo.json says the same for whole packages, and says it of dependencies of dependencies
 * as well, so its lists are longer; doors are held here alone. A new edge is the rarest kind of change: it needs a
 * line here, one in turbo.json and a decision in docs/decisions. scripts/wall-check.mjs plants violations and demands
 * that each is reported.
 */

/** Doors each package may use, its own inside apart. A package that is not a key may use none. */
const PACKAGES = {
  contract: [],
  text: [],
  lint: ['contract', 'contract/private', 'text'],
  embed: ['contract', 'text'],
  'embed-static': ['contract', 'text', 'embed', 'embed/port'],
  index: ['contract', 'contract/private', 'text', 'lint'],
  retrieve: ['contract', 'contract/private', 'text'],
  drafter: ['contract', 'contract/private', 'text', 'lint', 'index'],
  ingest: ['contract', 'contract/private', 'text', 'lint', 'index', 'embed'],
  sources: ['contract', 'contract/private', 'text', 'index', 'retrieve/core'],
  answer: ['contract', 'text'],
  evidence: ['contract', 'text'],
  evaluation: ['contract', 'text'],
  client: ['contract', 'text'],
  rules: ['contract', 'text'],
};

/** The same for apps. The command line composes the author's side, may use everything, and has no entry here. */
const APPS = {
  api: [
    'contract',
    'text',
    'index/served',
    'retrieve',
    'retrieve/workers',
    'embed',
    'embed-static',
    'embed-static/node',
    'answer',
    'evidence',
  ],
  desk: ['contract', 'contract/private', 'text', 'lint', 'index', 'drafter', 'ingest', 'retrieve'],
  synthesis: ['contract', 'text', 'client', 'answer'],
  eval: ['contract', 'text', 'client', 'evaluation'],
};

/** Every door that any package publishes: src/<door>.ts, and nothing deeper. */
const DOORS = '^packages/[^/]+/src/(index|private|core|served|port|node|workers|testing)[.]ts$';
const TEST = '[.](test|test-d|fixture)[.]ts$';
const OURS = '^(packages|apps|benchmarks|proofs|tests|examples)/';

const doorFile = (door) => {
  const [name, file = 'index'] = door.split('/');
  return `^packages/${name}/src/${file}[.]ts$`;
};
const inside = (parent, name) => `^${parent}/${name}/`;

const roomRules = (parent, rooms) =>
  Object.entries(rooms).flatMap(([name, doors]) => {
    const allowed = [inside(parent, name), '^tooling/', ...doors.map(doorFile)];
    const comment = `${parent}/${name} may use ${doors.join(', ') || 'no other room'}. Ask for what you need by a port of your own, or do the work on the side that may.`;
    return [
      {
        name: `wall-${parent}-${name}`,
        severity: 'error',
        comment,
        from: { path: `${inside(parent, name)}src/`, pathNot: TEST },
        to: { path: OURS, pathNot: allowed },
      },
      {
        name: `wall-${parent}-${name}-tests`,
        severity: 'error',
        comment: `${comment} Its tests may also use the testing doors of packages it lists.`,
        from: { path: `${inside(parent, name)}src/.*${TEST}` },
        to: {
          path: OURS,
          pathNot: [...allowed, ...doors.map((door) => doorFile(`${door.split('/')[0]}/testing`))],
        },
      },
    ];
  });

/** Node's own modules, however they are written. */
const nodeRule = (name) => ({
  name: `pure-${name}`,
  severity: 'error',
  comment: `packages/${name} computes: no files, clock, network or environment. Take what you need as an argument.`,
  from: { path: `^packages/${name}/src/`, pathNot: TEST },
  to: { dependencyTypes: ['core'] },
});

/** What a package may take from the registry, where that is a promise. */
const registryRule = (name, only) => ({
  name: `registry-${name}`,
  severity: 'error',
  comment: `packages/${name} depends on ${only} and nothing else; others carry that promise on.`,
  from: { path: `^packages/${name}/src/`, pathNot: TEST },
  to: { path: 'node_modules/', pathNot: `node_modules/${only}/` },
});

module.exports = {
  forbidden: [
    ...roomRules('packages', PACKAGES),
    ...roomRules('apps', APPS),
    {
      name: 'wall-unlisted-room',
      severity: 'error',
      comment: 'This room is not in the table of the wall. Decide what it may use, and list it.',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          `^packages/(${Object.keys(PACKAGES).join('|')})/`,
          `^apps/(cli|${Object.keys(APPS).join('|')})/`,
          '^(packages|apps)/[^/]+/[^/]+$',
        ],
      },
      to: { path: `${OURS}|^node_modules/` },
    },
    {
      name: 'wall-doors-only',
      severity: 'error',
      comment:
        'Come in by a door the package publishes. If the door lacks something, the package has to offer it.',
      from: { path: '^(packages|apps|benchmarks|proofs|tests|examples)/([^/]+)/' },
      to: { path: '^packages/', pathNot: ['^packages/$2/', DOORS] },
    },
    {
      name: 'wall-apps-closed',
      severity: 'error',
      comment: 'Only the command line may import an app. Others start it and talk to it.',
      from: { path: '^(packages|apps|benchmarks|proofs|tests|examples)/([^/]+)/', pathNot: '^apps/cli/' },
      to: { path: '^apps/', pathNot: '^apps/$2/' },
    },
    {
      name: 'wall-testing-for-tests',
      severity: 'error',
      comment:
        'What is behind a testing door is for tests, benchmarks and proofs; a product that needs it needs a real thing.',
      from: { path: '^(packages|apps)/([^/]+)/', pathNot: [TEST, '/src/testing([.]ts$|/)'] },
      to: { path: '^packages/[^/]+/src/testing[.]ts$' },
    },
    nodeRule('contract'),
    nodeRule('text'),
    nodeRule('lint'),
    {
      name: 'pure-retrieve',
      severity: 'error',
      comment:
        'packages/retrieve computes: no files, clock, network or environment. Its door `workers` alone starts threads.',
      from: { path: '^packages/retrieve/src/', pathNot: [TEST, '^packages/retrieve/src/workers[.]ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    nodeRule('evaluation'),
    {
      name: 'neutral-embed-static',
      severity: 'error',
      comment:
        'packages/embed-static runs in browsers, its door `node` apart: read files there and pass their bytes on.',
      from: { path: '^packages/embed-static/src/', pathNot: [TEST, '^packages/embed-static/src/node[.]ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    nodeRule('client'),
    registryRule('contract', 'zod'),
    registryRule('client', '@archive/contract'),
    {
      name: 'openai-one-adapter',
      severity: 'error',
      comment:
        'The SDK is an optional peer: import it in the one file of a package that is named after it (openai.ts or openai-….ts).',
      from: { path: OURS, pathNot: '/openai[a-z-]*[.]ts$' },
      to: { path: 'node_modules/openai/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one idea, or hide a third. Move what they share.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'could-not-resolve',
      severity: 'error',
      comment:
        'Nothing answers to this import: name it in the manifest of the package that imports it, or correct it. Peers and ' +
        'teachers of benchmarks are installed by commands of their own.',
      from: { pathNot: '^benchmarks/(peers|teachers)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'not-in-the-manifest',
      severity: 'error',
      comment: 'What ships must stand among the dependencies of its own manifest.',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: [TEST, '/src/testing([.]ts$|/)'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|temp|[.]work)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@archive/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
