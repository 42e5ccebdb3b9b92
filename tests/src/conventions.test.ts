/**
 * What holds for every package and every source file alike, whoever wrote it.
 *
 * Links in the docs are a gate of their own (scripts/docs-links.mjs), and so is who may import what.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (path: string): string[] =>
  existsSync(join(root, path)) ? readdirSync(join(root, path)).sort() : [];

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const packages = list('packages').map((name) => ({
  name,
  folder: `packages/${name}`,
  manifest: JSON.parse(read(`packages/${name}/package.json`)) as Manifest,
}));
const doorsOf = (manifest: Manifest): string[] =>
  Object.keys(manifest.exports).filter((door) => door !== './package.json');

const sources = ['packages', 'apps']
  .flatMap((parent) => list(parent).map((name) => `${parent}/${name}/src`))
  .concat('benchmarks/src', 'proofs/src', 'tests/src')
  .flatMap((folder) => (existsSync(join(root, folder)) ? filesBelow(folder) : []))
  .filter((path) => path.endsWith('.ts'));
const forTests = /\.(test|test-d|fixture)\.ts$|\/src\/testing(\.ts$|\/)/;
const shipped = sources.filter((path) => /^(packages|apps)\//.test(path) && !forTests.test(path));

describe('every public package', () => {
  it.each(packages)('$name has its files', ({ name, folder, manifest }) => {
    const reports = doorsOf(manifest).map(
      (door) => `etc/${[name, ...door.split('/').slice(1)].join('-')}.api.md`,
    );
    const wanted = ['README.md', 'tsconfig.json', 'tsup.config.ts', 'turbo.json', 'src/index.ts', ...reports];
    expect(wanted.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
  });

  it.each(packages)(
    '$name says what it is, and answers to the same commands as the others',
    ({ name, manifest }) => {
      expect(manifest.name).toBe(`@archive/${name}`);
      expect(manifest.description ?? '').not.toBe('');
      expect(manifest.scripts).toMatchObject({
        build: 'tsup',
        'build:js': 'tsup --no-dts',
        test: `vitest run --root ../.. packages/${name}`,
        api: `node ../../scripts/api-reports.mjs ${name}`,
      });
    },
  );

  it.each(packages)('$name builds each door under the name of its source', ({ folder, manifest }) => {
    for (const door of doorsOf(manifest)) {
      const file = door === '.' ? 'index' : door.slice('./'.length);
      expect(manifest.exports[door]).toEqual({
        '@archive/source': `./src/${file}.ts`,
        types: `./dist/${file}.d.ts`,
        default: `./dist/${file}.js`,
      });
      expect(read(`${folder}/tsup.config.ts`)).toContain(`src/${file}.ts`);
    }
  });
});

describe('every source file', () => {
  it('has at most 500 lines', () => {
    expect(sources.filter((path) => read(path).split('\n').length > 501)).toEqual([]);
  });

  it('is named after one idea, in kebab case', () => {
    const vague = /^(utils?|helpers?|common|types?|misc|shared)\.ts$/;
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|test-d|fixture|generated))?\.ts$/;
    expect(sources.filter((path) => vague.test(basename(path)) || !kebab.test(basename(path)))).toEqual([]);
  });

  it('names what it exports one by one', () => {
    expect(sources.filter((path) => /^\s*export\s*(type\s*)?\*/m.test(read(path)))).toEqual([]);
  });

  it('opens with a note on what it is for, when it ships', () => {
    expect(shipped.filter((path) => !/^(#!.*\n)?\/\*\*/.test(read(path)))).toEqual([]);
  });
});

describe('what would leak or drift without a rule', () => {
  it('keeps clock, chance and environment out of the packages that compute', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bprocess\.|\bperformance\.now\b|\bglobalThis\.crypto\b/;
    const pure = shipped.filter(
      (path) => /^packages\/(contract|text|lint|retrieve)\//.test(path) && !path.endsWith('/testing.ts'),
    );
    expect(pure.filter((path) => impure.test(withoutComments(read(path))))).toEqual([]);
  });

  it('builds a hit from named fields, never by spread (invariant 2)', () => {
    const projecting = ['project', 'fragment-face', 'entity-face', 'cap-exposure'].map(
      (name) => `packages/retrieve/src/${name}.ts`,
    );
    expect(projecting.filter((path) => !shipped.includes(path))).toEqual([]);
    expect(
      projecting.filter((path) => /\{\s*\.\.\.[a-z]|,\s*\.\.\.[a-z]/.test(withoutComments(read(path)))),
    ).toEqual([]);
  });

  it('gains a linted gist in one file each of contract, lint and index (decisions 2.10)', () => {
    const casting = shipped.filter((path) =>
      /\bas (unknown as )?LintedGist\b/.test(withoutComments(read(path))),
    );
    const rooms = casting.map((path) => path.split('/')[1]);
    expect(casting.filter((path) => !/^packages\/(contract|lint|index)\//.test(path))).toEqual([]);
    expect(rooms).toEqual([...new Set(rooms)]);
  });

  it('imports the optional OpenAI client in one file of a package (decisions 9)', () => {
    const importing = shipped.filter((path) =>
      /(from|import\()\s*['"]openai(\/[^'"]*)?['"]/.test(read(path)),
    );
    const rooms = importing.map((path) => path.split('/').slice(0, 2).join('/'));
    expect(rooms).toEqual([...new Set(rooms)]);
  });

  it('imports the schemas of the wire so that a bundler can leave out what is not used', () => {
    const whole = shipped.filter(
      (path) =>
        /^packages\/(contract|client)\//.test(path) && /import (type )?\{[^}]*\} from 'zod'/.test(read(path)),
    );
    expect(whole).toEqual([]);
  });

  it('locks versions without naming a host they came from', () => {
    expect(read('pnpm-lock.yaml').match(/https?:\/\/\S+|tarball:/g) ?? []).toEqual([]);
  });
});

describe('the decisions', () => {
  const records = list('docs/decisions').filter((name) => /^\d{4}-.+\.md$/.test(name));

  it('are numbered without a gap', () => {
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, at) => at + 1));
  });

  it('are all in the index, under their own titles', () => {
    const index = read('docs/decisions/README.md');
    const titles = records.map((name) => [name, /^# (.+)$/m.exec(read(`docs/decisions/${name}`))?.[1]]);
    expect(titles.filter(([name, title]) => !index.includes(`[${title}](${name})`))).toEqual([]);
  });

  it.each(records)('%s says its status, context, decision, consequences and what was rejected', (name) => {
    const text = read(`docs/decisions/${name}`);
    const parts = ['Status', 'Context', 'Decision', 'Consequences', 'Rejected'];
    expect(parts.filter((part) => !new RegExp(`^(## |- )${part}`, 'm').test(text))).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
