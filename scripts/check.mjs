/**
 * Every gate of the workspace, in order: `npm test`, or `pnpm check` once it is set up.
 *
 *   node scripts/check.mjs [name ...]     only the gates whose names are given
 *
 * Sources are checked first, and without a build; then what is published is built and checked. Counts go to
 * reports/summary.json. Exit code 0 when nothing failed, 1 otherwise.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTests } from './count-results.mjs';
import { clearReports, closeAccount, commandGate, runGates } from './gates.mjs';
import { endOnSignals, run } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';
import { members, root } from './workspace.mjs';

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));
Object.assign(process.env, toolEnvironment());

const gates = [
  commandGate(
    'types',
    'tsc -p tsconfig.json',
    'tsc -p apps/desk/src/page/tsconfig.json',
    'tsc -p apps/desk/e2e/tsconfig.json',
    'tsc -p examples/browser-page/site/tsconfig.json',
    'tsc -p apps/api/src/page/browser/tsconfig.json',
    'tsc -p apps/api/e2e/tsconfig.json',
    ...platformNeutral().map((folder) => `tsc -p ${folder}/tsconfig.json`),
  ),
  commandGate('lint', 'oxlint --deny-warnings --report-unused-disable-directives'),
  commandGate('format', 'biome format .'),
  commandGate('boundaries', 'turbo boundaries --no-color'),
  commandGate(
    'imports',
    'depcruise --config .dependency-cruiser.cjs packages apps benchmarks examples proofs tests',
  ),
  commandGate('wall', 'node scripts/wall-check.mjs'),
  commandGate('schemas', 'pnpm -r --no-bail run --if-present check:generated'),
  { name: 'tests', run: runTests },
  commandGate('build', 'turbo run build --output-logs=errors-only'),
];
/** These only read what was built. */
const onBuilt = [
  commandGate('publint', 'pnpm -r --no-bail --filter=./packages/* exec publint --strict'),
  commandGate(
    'attw',
    'pnpm -r --no-bail --filter=./packages/* exec attw --pack . --profile esm-only --quiet',
  ),
  commandGate('api', 'node scripts/api-reports.mjs --check'),
  commandGate('knip', 'knip --no-progress'),
  commandGate('docs', 'node scripts/docs-links.mjs'),
  commandGate('changeset', 'node scripts/changeset-present.mjs'),
  commandGate('pack', 'node scripts/pack-smoke.mjs'),
  commandGate('examples', 'pnpm -r --no-bail --workspace-concurrency=1 --filter=./examples/* run check'),
];

const named = process.argv.slice(2);
const names = [...gates, ...onBuilt].map(({ name }) => name);
const unknown = named.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no gate is named ${unknown.join(', ')}. There are: ${names.join(', ')}\n`);
  process.exit(2);
}
clearReports();
/** @param {import('./gates.mjs').Gate} gate */
const isWanted = ({ name }) => named.length === 0 || named.includes(name);
closeAccount([
  ...(await runGates(gates.filter(isWanted))),
  ...(await runGates(onBuilt.filter(isWanted), { atOnce: 2 })),
]);

/** Packages that must compile without Node's types; the root configuration, which has them, cannot see a slip. */
function platformNeutral() {
  return members()
    .map(({ folder }) => folder)
    .filter((folder) => folder.startsWith('packages/'))
    .filter((folder) => {
      const { compilerOptions } = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'));
      return compilerOptions?.types?.length === 0;
    });
}

async function runTests() {
  const file = join('reports', 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run('vitest', args, { cwd: root, output: 'inherit' });
  let report;
  try {
    report = JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    process.stdout.write(`vitest left no readable report in ${file}\n`);
  }
  return countTests(report, code);
}
