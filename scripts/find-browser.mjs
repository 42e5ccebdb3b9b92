/**
 * The browser of the end-to-end tests: the Chromium that `CHROMIUM` names or that is installed; without one Debian's is
 * installed, for which one must be root, within a bounded time.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-command.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_SECONDS = 300;

/**
 * Sees to it that `CHROMIUM` names a browser. Ends the process with code 1 when there is none: a gate that passes by not
 * running says nothing.
 */
export async function requireBrowser() {
  const browser = process.env['CHROMIUM'] ?? findBrowser() ?? (await installBrowser());
  if (browser === undefined) {
    process.stdout.write('no Chromium is here and none could be installed: name one in CHROMIUM\n');
    process.exit(1);
  }
  process.env['CHROMIUM'] = browser;
}

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
