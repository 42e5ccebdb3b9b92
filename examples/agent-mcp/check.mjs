/**
 * Runs the agent over stdio and over HTTP, with a model of two fixed answers that speaks HTTP like a real one.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { archiveCommand, buildSample, SAMPLE_PRIVATE_TEXT, serveArchive } from '@archive/process';

const sample = await buildSample();
const server = await serveArchive(sample.folder, sample.out);
const model = await scriptedModel();
try {
  const { command, args } = archiveCommand(['mcp', sample.folder, '--out', sample.out]);
  for (const archive of [`${server.url}/mcp`, [command, ...args].join(' ')]) {
    model.seen.length = 0;
    const printed = await runAgent(archive, 'What about the harbour bell and the quay?');
    assert.match(printed, /^The bell rings twice in fog\.$/m);
    assert.match(printed, /^- The harbour bell, .* <http.*>$/m);
    assert.match(printed, /^- Letter about the quay, .* <http.*>$/m);

    const [first, second] = model.seen;
    assert.ok(first !== undefined && second !== undefined && model.seen.length === 2);
    const search = first.tools.find((/** @type {any} */ tool) => tool.function.name === 'search_archive');
    assert.equal(search?.function.parameters.type, 'object');
    const told = second.messages.at(-1);
    assert.equal(told.role, 'tool');
    assert.match(told.content, /The harbour bell rings twice when the fog comes in/);
    assert.match(told.content, /Letter about the quay/);
    assert.ok(!JSON.stringify(model.seen).includes(SAMPLE_PRIVATE_TEXT));
  }
  const nowhere = 'http://127.0.0.1:9';
  for (const [archive, modelUrl, says] of [
    [`${nowhere}/mcp`, model.url, /^the archive cannot be reached: .*\n$/],
    ['no-such-command mcp', model.url, /^the archive cannot be reached: .*\n$/],
    [`${server.url}/mcp`, `${nowhere}/v1`, /^the model cannot be reached: .*\n$/],
  ])
    await assert.rejects(
      runAgent(String(archive), 'What?', String(modelUrl)),
      (/** @type {Error} */ error) => {
        assert.match(error.message.replace(/^the agent failed: /, ''), /** @type {RegExp} */ (says));
        return true;
      },
    );
} finally {
  model.close();
  await server.stop();
  sample.remove();
}
process.stdout.write('agent-mcp: ok over HTTP and over stdio\n');

/** Searches once, then answers; keeps what it was sent. */
async function scriptedModel() {
  /** @type {any[]} */
  const seen = [];
  const endpoint = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push(JSON.parse(body));
    const call = {
      id: 'call-1',
      type: 'function',
      function: { name: 'search_archive', arguments: '{"q":"harbour bell and the quay","limit":5}' },
    };
    const message =
      seen.length === 1
        ? { role: 'assistant', content: null, tool_calls: [call] }
        : { role: 'assistant', content: 'The bell rings twice in fog.' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message }] }));
  });
  await new Promise((done) => endpoint.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (endpoint.address());
  const close = () => {
    endpoint.close();
    endpoint.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/v1`, seen, close };
}

/**
 * @param {string} archive
 * @param {string} question
 * @returns {Promise<string>} what it printed
 */
function runAgent(archive, question, modelUrl = model.url) {
  const env = { ...process.env, MODEL_URL: modelUrl, MODEL_NAME: 'scripted' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['agent.mjs', archive, question],
      { env, timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`the agent failed: ${stderr}`));
      },
    );
  });
}
