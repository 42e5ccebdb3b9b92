import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EmbedConfigError } from '../embed-config-error.ts';
import { EmbedderError } from '../embedder-error.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import { downloadOnnxModel, type OnnxModelDownload } from './download-onnx-model.ts';
import { tinyFiles, tinyOnnx, tinyRuntime } from './tiny-model.fixture.ts';

const MODEL = Buffer.from('weights of a model');
const TOKENISER = Buffer.from('{"version":"1.0"}');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const closing: (() => Promise<void>)[] = [];

/** Serves bytes by path, or whatever a path does by itself; remembers what was asked for. */
async function serve(
  paths: Record<string, Uint8Array | RequestListener>,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const found = paths[request.url ?? ''];
    if (typeof found === 'function') return found(request, response);
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-download-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything below a folder, in name order. */
async function listed(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const download = async (
  options: Partial<OnnxModelDownload>,
): Promise<{ to: string; error: unknown; fetched: unknown }> => {
  const to = options.to ?? (await newFolder());
  const files = { 'onnx/model.onnx': sha256(MODEL) };
  try {
    const fetched = await downloadOnnxModel({ name: 'o/m', files, retries: 0, ...options, to });
    return { to, error: undefined, fetched };
  } catch (error) {
    return { to, error, fetched: undefined };
  }
};

afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(closing.splice(0).map((close) => close()));
});

describe('downloadOnnxModel', () => {
  it('fetches each file below the address and puts it in its place, the weights last', async () => {
    const { url, asked } = await serve({ '/m/onnx/model.onnx': MODEL, '/m/tokenizer.json': TOKENISER });
    const { to, fetched, error } = await download({
      baseUrl: `${url}/m`,
      files: { 'onnx/model.onnx': sha256(MODEL).toUpperCase(), 'tokenizer.json': sha256(TOKENISER) },
    });
    expect({ error, fetched, asked }).toEqual({
      error: undefined,
      fetched: ['tokenizer.json', 'onnx/model.onnx'],
      asked: ['/m/tokenizer.json', '/m/onnx/model.onnx'],
    });
    expect(await listed(to)).toEqual(['onnx/model.onnx', 'tokenizer.json']);
    expect(await readFile(join(to, 'onnx', 'model.onnx'))).toEqual(MODEL);
  });

  it('gives a folder that an embedder opens', async () => {
    const files = Object.fromEntries(
      Object.entries({ ...tinyFiles, 'onnx/model.onnx': tinyOnnx() }).map(([path, content]) => [
        path,
        content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content)),
      ]),
    );
    const { url } = await serve(
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`/${path}`, bytes])),
    );
    const { to } = await download({
      baseUrl: url,
      files: Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha256(bytes)])),
    });
    const { runtime } = tinyRuntime();
    expect(await createOnnxEmbedder({ folder: to, runtime }).embed(['the bell'])).toHaveLength(1);
  });

  it('does not fetch what is there with the right checksum, and replaces what is not', async () => {
    const { url, asked } = await serve({ '/onnx/model.onnx': MODEL, '/tokenizer.json': TOKENISER });
    const to = await newFolder();
    await writeFile(join(to, 'tokenizer.json'), 'something else');
    const files = { 'onnx/model.onnx': sha256(MODEL), 'tokenizer.json': sha256(TOKENISER) };
    expect((await download({ to, baseUrl: url, files })).error).toBeUndefined();
    expect((await download({ to, baseUrl: url, files })).fetched).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(await readFile(join(to, 'tokenizer.json'))).toEqual(TOKENISER);
  });

  it('follows a redirect, as hubs send one', async () => {
    const { url } = await serve({
      '/onnx/model.onnx': (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      '/elsewhere': MODEL,
    });
    expect((await download({ baseUrl: url })).fetched).toEqual(['onnx/model.onnx']);
  });

  it('does not follow from https to http', async () => {
    const answer = new Response(MODEL);
    Object.defineProperty(answer, 'url', { value: 'http://models.example/onnx/model.onnx' });
    vi.stubGlobal('fetch', async () => answer);
    const { error, to } = await download({ baseUrl: 'https://models.example' });
    expect(error).toMatchObject({ failure: 'refused', message: expect.stringContaining('unprotected') });
    expect(await listed(to)).toEqual([]);
  });

  it('asks the hub when no address is given', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href);
      return Object.defineProperty(new Response(MODEL), 'url', { value: url.href });
    });
    expect((await download({ name: 'owner/model' })).fetched).toEqual(['onnx/model.onnx']);
    expect(asked).toEqual(['https://huggingface.co/owner/model/resolve/main/onnx/model.onnx']);
  });

  it('keeps nothing of a file with another checksum, and leaves the old one', async () => {
    const { url } = await serve({ '/onnx/model.onnx': Buffer.from('other weights') });
    const { to, error } = await download({ baseUrl: url });
    expect(error).toMatchObject({
      code: 'embedder',
      failure: 'wrong-checksum',
      message: expect.stringContaining('`onnx/model.onnx` came with 13 bytes'),
    });
    expect(await listed(to)).toEqual([]);

    await writeFile(join(to, 'onnx', 'model.onnx'), 'old');
    expect((await download({ to, baseUrl: url })).error).toMatchObject({ failure: 'wrong-checksum' });
    expect(await readFile(join(to, 'onnx', 'model.onnx'), 'utf8')).toBe('old');
  });

  it('stops before the weights when another file is wrong', async () => {
    const { url, asked } = await serve({ '/onnx/model.onnx': MODEL, '/tokenizer.json': MODEL });
    const { to } = await download({
      baseUrl: url,
      files: { 'onnx/model.onnx': sha256(MODEL), 'tokenizer.json': sha256(TOKENISER) },
    });
    expect(asked).toEqual(['/tokenizer.json']);
    expect(await listed(to)).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    [
      'that is cut off',
      (_, response) => {
        response.writeHead(200, { 'content-length': String(MODEL.length) });
        response.write(MODEL.subarray(0, 5), () => response.destroy());
      },
    ],
    ['that is never begun', (request) => request.socket.destroy()],
  ])('says of an answer %s that the server broke off, and keeps nothing', async (_, listener) => {
    const { url } = await serve({ '/onnx/model.onnx': listener });
    const { to, error } = await download({ baseUrl: url });
    expect(error).toMatchObject({ failure: 'unreachable', help: expect.stringContaining('embed.folder') });
    expect(await listed(to)).toEqual([]);
  });

  it('tries again after an answer that was cut off', async () => {
    let times = 0;
    const { url } = await serve({
      '/onnx/model.onnx': (request, response) => {
        if (++times < 3) request.socket.destroy();
        else response.end(MODEL);
      },
    });
    expect((await download({ baseUrl: url, retries: 2, firstWaitMs: 1 })).fetched).toEqual([
      'onnx/model.onnx',
    ]);
  });

  it.each([
    [404, 'refused'],
    [401, 'refused'],
    [503, 'overloaded'],
    [429, 'overloaded'],
  ])('says of status %s that it was %s', async (status, failure) => {
    const { url } = await serve({
      '/onnx/model.onnx': (_, response) => response.writeHead(status).end(MODEL),
    });
    const { error, to } = await download({ baseUrl: url });
    expect(error).toMatchObject({ failure, status });
    expect(await listed(to)).toEqual([]);
  });

  it('says when there is no network, and how to do without', async () => {
    const { url } = await serve({});
    await Promise.all(closing.splice(0).map((close) => close()));
    const { error } = await download({ baseUrl: url });
    expect(error).toBeInstanceOf(EmbedderError);
    expect(error).toMatchObject({
      failure: 'unreachable',
      help: expect.stringContaining('carry the folder over'),
    });
  });

  it('gives up on a server that falls silent', async () => {
    const { url } = await serve({
      '/onnx/model.onnx': (_, response) => {
        response.writeHead(200);
        response.write('w');
      },
    });
    const { error, to } = await download({ baseUrl: url, timeoutMs: 200 });
    expect(error).toMatchObject({ failure: 'timed-out' });
    expect(await listed(to)).toEqual([]);
  });

  it('waits for a server that is slow but goes on', async () => {
    const { url } = await serve({
      '/onnx/model.onnx': (_, response) => {
        response.writeHead(200);
        const bytes = [...MODEL];
        const drip = setInterval(() => {
          response.write(Uint8Array.from(bytes.splice(0, 3)));
          if (bytes.length > 0) return;
          clearInterval(drip);
          response.end();
        }, 200);
      },
    });
    expect((await download({ baseUrl: url, timeoutMs: 700 })).error).toBeUndefined();
  });

  it('stops reading a file that is larger than it may be', async () => {
    const { url } = await serve({ '/onnx/model.onnx': MODEL });
    const { error, to } = await download({ baseUrl: url, maxBytes: MODEL.length - 1 });
    expect(error).toMatchObject({ failure: 'refused' });
    expect(await listed(to)).toEqual([]);
  });

  it('ends with the reason of the signal and keeps nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { url } = await serve({
      '/onnx/model.onnx': (_, response) => {
        response.writeHead(200);
        response.write('w', () => controller.abort(reason));
      },
    });
    const { error, to } = await download({ baseUrl: url, signal: controller.signal });
    expect(error).toBe(reason);
    expect(await listed(to)).toEqual([]);
  });

  const checksum = sha256(MODEL);
  it.each<[string, Partial<OnnxModelDownload>, string]>([
    ['no files', { files: {} }, 'files'],
    ['a file without a checksum', { files: { 'onnx/model.onnx': '' } }, 'files'],
    ['a checksum of another kind', { files: { 'onnx/model.onnx': checksum.slice(0, 40) } }, 'files'],
    ['a path that leaves the folder', { files: { '../model.onnx': checksum } }, 'files'],
    ['a path from the root', { files: { '/etc/model.onnx': checksum } }, 'files'],
    ['a path of another system', { files: { 'onnx\\model.onnx': checksum } }, 'files'],
    ['a path with a drive', { files: { 'c:model.onnx': checksum } }, 'files'],
    ['a path with an empty part', { files: { 'onnx//model.onnx': checksum } }, 'files'],
    ['a name that is a path', { name: '../../m' }, 'name'],
    ['a name of three parts', { name: 'a/b/c' }, 'name'],
    ['an address of another kind', { baseUrl: 'file:///models' }, 'baseUrl'],
    ['an address with a password', { baseUrl: 'https://u:p@models.example' }, 'baseUrl'],
    ['an address that is none', { baseUrl: 'models' }, 'baseUrl'],
  ])('asks nobody when given %s', async (_, options, setting) => {
    const { error, to } = await download({ baseUrl: 'http://127.0.0.1:1', ...options });
    expect(error).toBeInstanceOf(EmbedConfigError);
    expect(error).toMatchObject({ setting });
    expect(await listed(to)).toEqual([]);
  });
});
