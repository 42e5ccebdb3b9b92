/**
 * Serves the bundled page and a small archive on two ports, as they would be on two hosts, and asks in a real browser.
 *
 * Without a Chromium it checks the files alone, and says so.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, extname, join } from 'node:path';
import { launch } from '@archive/browser';
import { buildSample, SAMPLE_PRIVATE_TEXT, serveArchive } from '@archive/process';

const dist = join(import.meta.dirname, 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const script = readFileSync(join(dist, 'page.js'), 'utf8');
for (const [, address] of html.matchAll(/(?:src|href)="([^"]*)"/g)) assert.match(address ?? '', /^[\w.-]+$/);
assert.doesNotMatch(script, /\bimport\s*\(|\bfrom\s*["'](?!\.)|^import\b/m, 'the bundle imports nothing');
assert.ok(script.length < 150_000, `the bundle has ${script.length} bytes`);

const browser = process.env['CHROMIUM'] ?? installedChromium();
if (browser === undefined) {
  process.stdout.write('browser-page: files ok; no Chromium is here, so nothing was asked in one\n');
} else {
  await askInBrowser(browser);
  process.stdout.write(`browser-page: ok, ${script.length} bytes of script\n`);
}

/** @param {string} chromium */
async function askInBrowser(chromium) {
  /** @type {string} */
  let archive = '';
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const pages = createServer((request, response) => {
    const name = (request.url ?? '/') === '/' ? '/index.html' : (request.url ?? '');
    const type = /** @type {Record<string, string>} */ (types)[extname(name)];
    if (!/^\/[\w.-]+$/.test(name) || type === undefined || !existsSync(join(dist, name))) {
      response.writeHead(404).end();
      return;
    }
    const file = readFileSync(join(dist, name), 'utf8').replaceAll('http://localhost:8787', archive);
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(file);
  });
  await new Promise((done) => pages.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (pages.address());
  const origin = `http://127.0.0.1:${port}`;
  const sample = await buildSample(`server: { cors: ['${origin}'] }`);
  const server = await serveArchive(sample.folder, sample.out);
  archive = server.url;
  try {
    const dom = await renderedBy(chromium, `${origin}/#q=harbour+bell+and+the+quay`);
    assert.match(
      dom,
      /<a href="[^"]+">The harbour bell, [^<]*<\/a> \(1998\)<p class="passage">The harbour bell rings twice/,
    );
    assert.match(
      dom,
      /Letter about the quay, [^<]*<\/a> \(1999\)<p class="note">Only where it is may be known\.<\/p>/,
    );
    assert.match(dom, /role="status">\d+ of \d+</);
    assert.ok(!dom.includes(SAMPLE_PRIVATE_TEXT));
  } finally {
    await server.stop();
    sample.remove();
    pages.close();
    pages.closeAllConnections();
  }
}

/**
 * @param {string} executable
 * @param {string} address
 * @returns {Promise<string>} the page when it has its answer, or says why it has none
 */
async function renderedBy(executable, address) {
  process.env['CHROMIUM'] = executable;
  const chromium = await launch();
  try {
    const page = await chromium.newPage();
    await page.goto(address);
    await page
      .getByRole('status')
      .filter({ hasText: /\d+ of \d+|did not work/ })
      .waitFor();
    return await page.content();
  } finally {
    await chromium.close();
  }
}

function installedChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}
