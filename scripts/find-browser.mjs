/**
 * The browser of the end-to-end tests: the Chromium that `CHROMIUM` names or that is installed; without one Debian's is
 * installed.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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

async function installBrowser() {
  return (await installDebianPackage('chromium')) ? findBrowser() : undefined;
}
