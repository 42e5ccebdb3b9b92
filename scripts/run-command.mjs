/**
 * Starts child processes and passes a request to stop on to them.
 *
 * Each child leads a process group of its own, so that what it starts in turn (turbo starts pnpm, pnpm starts tsup)
 * ends with it. Children never read stdin.
 */
import { spawn } from 'node:child_process';

/**
 * @typedef {{cwd?: string, env?: NodeJS.ProcessEnv, output?: 'stderr' | 'inherit' | 'capture', echo?: boolean}} RunOptions
 * `output`: where stdout goes; `capture` returns it (and stderr) as text. `echo` copies captured text to stderr as well.
 */

const groups = process.platform !== 'win32';
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a command to its end. Never rejects: a command that cannot be started has code 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{code: number, text: string}>}
 */
export function run(command, args, { cwd, env = process.env, output = 'stderr', echo = false } = {}) {
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (
    {
      stderr: ['ignore', 2, 2],
      inherit: ['ignore', 1, 2],
      capture: ['ignore', 'pipe', 'pipe'],
    }[output]
  );
  const child = spawn(command, args, { cwd, env, stdio, detached: groups });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (echo) process.stderr.write(chunk);
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => {
      running.delete(child);
      done({ code: 127, text: `${text}${error.message}` });
    });
    child.on('close', (code) => {
      running.delete(child);
      done({ code: code ?? 1, text });
    });
  });
}

/**
 * Ends this process on SIGINT and SIGTERM, after its children have ended or five seconds at most.
 *
 * As soon as someone else listens for the signal too (the start command, once it is loaded), it is left to them.
 *
 * @param {(signal: NodeJS.Signals) => number} exitCode
 */
export function endOnSignals(exitCode) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return;
      const end = () => process.exit(exitCode(signal));
      if (running.size === 0) return end();
      for (const child of running) {
        stop(child, signal);
        child.on('close', () => running.size === 0 && end());
      }
      setTimeout(() => {
        for (const child of running) stop(child, 'SIGKILL');
        end();
      }, 4000).unref();
    });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function stop(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (groups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended in the meantime.
  }
}
