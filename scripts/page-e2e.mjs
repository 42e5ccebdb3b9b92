/**
 * The search page in a real browser: `node scripts/page-e2e.mjs [arguments of vitest]`.
 *
 * Needs a browser (find-browser.mjs), and no build: the page is served from source. What is built is compared with it.
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
  ['run', '--config', join('apps', 'api', 'e2e', 'vitest.config.ts'), ...process.argv.slice(2)],
  { cwd: root, output: 'inherit' },
);
process.exitCode = code;
