/**
 * What only CI does after `npm test`: tries the desk and the search page in a browser and the client in other runtimes,
 * rehearses a release, has other people's tools judge the HTTP interface, and runs every proof at a small size with a fixed seed.
 *
 *   node scripts/ci-extra.mjs
 *
 * Adds its gates to reports/summary.json. Without a summary there is nothing to add to, and it fails.
 */
import { taskNames } from '@archive/tasks';
import { closeAccount, commandGate, readSummary, runGates } from './gates.mjs';
import { endOnSignals } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));
Object.assign(process.env, toolEnvironment());

const summary = readSummary();
if (summary === undefined) {
  process.stderr.write('reports/summary.json is missing: the checks have not run to their end\n');
  process.exit(1);
}
const proofs = taskNames('proofs').map((name) =>
  commandGate(`proof ${name}`, `pnpm prove ${name} --small --seed 1`),
);
const gates = [
  // One after the other: both may have to install the browser.
  commandGate('browser', 'node scripts/desk-e2e.mjs', 'node scripts/page-e2e.mjs'),
  commandGate('release', 'node scripts/release-dry-run.mjs'),
  commandGate('http', 'node --conditions=@archive/source --import tsx scripts/http-conformance.mjs'),
  commandGate('mcp', 'node --conditions=@archive/source --import tsx scripts/mcp-clients.mjs'),
  commandGate('runtimes', 'node scripts/client-runtimes.mjs'),
  commandGate('redis', 'node scripts/redis-tests.mjs'),
  ...proofs,
];
closeAccount([...summary.gates, ...(await runGates(gates, { atOnce: 2 }))]);
