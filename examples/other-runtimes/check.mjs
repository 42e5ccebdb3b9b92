/**
 * Has each runtime ask a small archive, and compares what they say with what Node says.
 *
 * Deno and workerd are not part of the workspace: their programs are named in `DENO` and `WORKERD`
 * (`node scripts/client-runtimes.mjs` installs both). Without them the bundle alone is checked, in Node.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSample, SAMPLE_PRIVATE_TEXT, serveArchive, temporaryFolder } from '@archive/process';

const QUESTION = 'When does the harbour bell ring twice?';
const READY_MS = 20_000;
const dist = join(import.meta.dirname, 'dist');
for (const name of ['worker.js', 'in-deno.js'])
  assert.doesNotMatch(
    readFileSync(join(dist, name), 'utf8'),
    /\bimport\s*\(|\bfrom\s*["']|^import\b|\brequire\(|["']node:/m,
    `${name} imports nothing`,
  );

const run = promisify(execFile);
const sample = await buildSample();
const server = await serveArchive(sample.folder, sample.out, { args: ['--no-limits'] });
try {
  const said = [await inNode()];
  const [inNodeSaid] = said;
  assert.deepEqual(inNodeSaid.titles, ['The harbour bell', 'A tide table for walkers']);
  assert.equal(inNodeSaid.hits[0].exposure, 'text');
  assert.deepEqual(
    [inNodeSaid.isSameByUrl, inNodeSaid.work, inNodeSaid.nothing, inNodeSaid.isChecked],
    [true, 'The harbour bell', true, true],
  );
  assert.match(inNodeSaid.sentences[0], /^The harbour bell rings twice/);
  assert.deepEqual([inNodeSaid.refused, inNodeSaid.aborted], ['invalid-request', 'AbortError']);
  assert.ok(!JSON.stringify(inNodeSaid).includes(SAMPLE_PRIVATE_TEXT));

  const others = { Deno: process.env['DENO'], workerd: process.env['WORKERD'] };
  if (others.Deno !== undefined) assert.deepEqual(await inDeno(others.Deno), inNodeSaid, 'Deno');
  if (others.workerd !== undefined) assert.deepEqual(await inWorker(others.workerd), inNodeSaid, 'workerd');
  const ran = Object.entries(others).flatMap(([name, program]) => (program === undefined ? [] : [name]));
  process.stdout.write(`other-runtimes: ok in ${['Node', ...ran].join(', ')}\n`);
} finally {
  await server.stop();
  sample.remove();
}

async function inNode() {
  return JSON.parse((await run(process.execPath, [join(dist, 'in-deno.js'), server.url, QUESTION])).stdout);
}

/** @param {string} program */
async function inDeno(program) {
  const { host } = new URL(server.url);
  const args = ['run', '--no-prompt', '--no-config', `--allow-net=${host}`, join(dist, 'in-deno.js')];
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1' };
  return JSON.parse((await run(program, [...args, server.url, QUESTION], { env })).stdout);
}

/** @param {string} program */
async function inWorker(program) {
  const { path, remove } = temporaryFolder('worker');
  const port = await freePort();
  writeFileSync(join(path, 'worker.js'), readFileSync(join(dist, 'worker.js')));
  writeFileSync(
    join(path, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      bindings = [(name = "ARCHIVE", text = ${JSON.stringify(server.url)})],
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  );
  // In a group of its own: the program may be a script that starts another.
  const child = spawn(program, ['serve', join(path, 'config.capnp')], { stdio: 'inherit', detached: true });
  try {
    return await asked(`http://127.0.0.1:${port}/?q=${encodeURIComponent(QUESTION)}`);
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid);
    remove();
  }
}

/**
 * What an address answers, once there is a server.
 *
 * @param {string} url
 */
async function asked(url) {
  for (const until = Date.now() + READY_MS; ; ) {
    try {
      const response = await fetch(url);
      assert.equal(response.status, 200, await response.clone().text());
      return await response.json();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > until) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
