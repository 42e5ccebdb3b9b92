/**
 * The desk in a real browser: `node scripts/desk-e2e.mjs [arguments of vitest]`.
 *
 * Needs a browser (find-browser.mjs) and a full build.
 */
import { join } from 'node:path';
import { requireBrowser } from './find-browser.mjs';
import { endOnSignals, run } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';
import { root } from './workspace.mjs';

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));
Object.assign(process.env, toolEnvironment());
await requireBrowser();
const { code } = await run(
  'vitest',
  ['run', '--config', join('apps', 'desk', 'e2e', 'vitest.config.ts'), ...process.argv.slice(2)],
  { cwd: root, output: 'inherit' },
);
process.exitCode = code;
