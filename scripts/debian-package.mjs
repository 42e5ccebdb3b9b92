/**
 * Installs a package of Debian where that is allowed, for checks that want a program npm does not bring.
 *
 * Waits for another installation that is under way, and gives up after a bounded time.
 */
import { existsSync } from 'node:fs';
import { run } from './run-command.mjs';

const SECONDS = 300;
const WAIT_FOR_LOCK = ['-o', `DPkg::Lock::Timeout=${SECONDS}`];

/**
 * @param {string} name
 * @returns {Promise<boolean>} whether it could be installed
 */
export async function installDebianPackage(name) {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const commands = [
    ['apt-get', ...WAIT_FOR_LOCK, 'update', '-qq'],
    ['apt-get', ...WAIT_FOR_LOCK, 'install', '-y', '-qq', '--no-install-recommends', name],
  ];
  for (const command of commands) {
    process.stdout.write(`${command.join(' ')}\n`);
    const [program, ...args] = [...sudo, 'timeout', String(SECONDS), ...command];
    const { code } = await run(/** @type {string} */ (program), args, {
      output: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (code !== 0) return false;
  }
  return true;
}
