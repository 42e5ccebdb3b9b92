/**
 * Serves a small archive and runs the script against it as a reader would.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { buildSample, SAMPLE_PRIVATE_TEXT, serveArchive } from '@archive/process';

const sample = await buildSample();
const server = await serveArchive(sample.folder, sample.out);
try {
  const asked = await ask(server.url, 'harbour bell and the quay');
  assert.equal(asked.code, 0, asked.text);
  assert.match(asked.text, /1998 {2}The harbour bell, .*\n {4}The harbour bell rings twice/);
  assert.match(asked.text, /1999 {2}Letter about the quay, .*\n {4}only where it is may be known/);
  assert.ok(asked.text.indexOf('1998') < asked.text.indexOf('1999'), 'oldest first');
  assert.ok(!asked.text.includes(SAMPLE_PRIVATE_TEXT));

  const refused = await ask(server.url, ' ');
  assert.equal(refused.code, 1);
  assert.match(refused.text, /refuses the request[\s\S]*q is blank/);

  const answered = await run('answer.mjs', server.url, 'When does the harbour bell ring twice?');
  assert.equal(answered.code, 0, answered.text);
  assert.match(
    answered.text,
    /^Quoted:\nThe harbour bell rings twice .* \[1\]\n\[1\] The harbour bell, .* <http/,
  );
  assert.match(answered.text, /searching…\nreading…\n/);
  assert.ok(!answered.text.includes(SAMPLE_PRIVATE_TEXT));
} finally {
  await server.stop();
  sample.remove();
}
const alone = await ask('http://127.0.0.1:9', 'anybody there');
assert.equal(alone.code, 1);
assert.match(alone.text, /gave no answer/);
process.stdout.write('node-script: ok\n');

/**
 * @param {...string} args
 * @returns {Promise<{code: unknown, text: string}>}
 */
function ask(...args) {
  return run('ask.mjs', ...args);
}

/**
 * @param {...string} args a script and what it is called with
 * @returns {Promise<{code: unknown, text: string}>}
 */
function run(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, text: `${stdout}${stderr}` }),
    );
  });
}
