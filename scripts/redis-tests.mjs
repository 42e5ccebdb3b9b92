/**
 * Runs the tests that want a real Redis, on a machine that may have none: it is installed where that is allowed.
 *
 *   node scripts/redis-tests.mjs
 *
 * Where it cannot be installed the step says why and passes: the same suites run against the other stores in `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian-package.mjs';
import { run } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';

const has = () => spawnSync('redis-server', ['--version']).status === 0;

if (!has()) await installDebianPackage('redis-server');
if (!has()) {
  process.stdout.write('skipped: there is no redis-server on this machine and it cannot be installed\n');
  process.exit(0);
}
const { code } = await run(
  'vitest',
  ['run', 'apps/api/src/ledger/redis-store.test.ts', 'apps/api/src/limits', '--typecheck.enabled=false'],
  { env: { ...process.env, ...toolEnvironment() } },
);
process.exit(code);
