/**
 * The desk in a real browser: `node scripts/desk-e2e.mjs [arguments of vitest]`.
 *
 * Uses the Chromium that `CHROMIUM` names or that is installed; without one it installs Debian's, for which it must be
 * root, within a bounded time. Needs a full build. Fails without a browser: a gate that passes by not running says
 * nothing.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { endOnSignals, run } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';
import { root } from './workspace.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_SECONDS = 300;

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));
Object.assign(process.env, toolEnvironment());

const browser = process.env['CHROMIUM'] ?? findBrowser() ?? (await installBrowser());
if (browser === undefined) {
  process.stdout.write('no Chromium is here and none could be installed: name one in CHROMIUM\n');
  process.exit(1);
}
process.env['CHROMIUM'] = browser;
const { code } = await run(
  'vitest',
  ['run', '--config', join('apps', 'desk', 'e2e', 'vitest.config.ts'), ...process.argv.slice(2)],
  { cwd: root, output: 'inherit' },
);
process.exitCode = code;

function findBrowser() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) =>
    existsSync(file),
  );
}

/** Debian's Chromium, by its own package manager. */
async function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const commands = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ];
  for (const command of commands) {
    process.stdout.write(`${command.join(' ')}\n`);
    const { code } = await run('timeout', [String(INSTALL_SECONDS), ...command], {
      output: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (code !== 0) return undefined;
  }
  return findBrowser();
}
