/**
 * Does the client do in Deno and in a worker what it does in Node? Runs examples/other-runtimes with both.
 *
 *   node scripts/client-runtimes.mjs     needs a build of the client
 */
import { join } from 'node:path';
import { installNpmTools } from './outside-tools.mjs';
import { endOnSignals, run } from './run-command.mjs';
import { toolEnvironment } from './toolchain.mjs';
import { root } from './workspace.mjs';

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));
Object.assign(process.env, toolEnvironment());
const tools = await installNpmTools('runtime-tools');
if ('missing' in tools) {
  process.stdout.write(`the runtimes are not here: ${tools.missing}\n`);
  process.exit(1);
}
const [DENO, WORKERD] = ['deno', 'workerd'].map((name) => join(tools.bin, name));
const { code } = await run('pnpm', ['run', 'check'], {
  cwd: join(root, 'examples', 'other-runtimes'),
  env: { ...process.env, DENO, WORKERD },
  output: 'inherit',
});
process.exitCode = code;
