/**
 * A small archive in a folder of its own, and a desk over it that is spoken to as a browser would.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  projectionContentHash,
  readProjections,
  type StoredProjection,
  writeProjections,
} from '@archive/index';
import { onTestFinished } from 'vitest';
import type { ActReply, ArchiveView, ErrorView, FragmentView, RowsView } from './desk-api.ts';
import { type DeskLogEntry } from './create-desk-app.ts';
import { type SessionLimits } from './desk-sessions.ts';
import { pageAssets } from './page-assets.ts';
import { type RunningDesk, startDesk } from './start-desk.ts';

/** Text of the two chapters of the novel. */
export const CHAPTERS = [
  'The keeper counted eleven lanterns along the quay before he dared to sleep, and told nobody why he counted them.',
  'In spring the ferry brought a stranger who asked for the twelfth lantern and would not say who had sent her.',
] as const;
/** A gist of the first chapter that quotes it at words 3–8. */
export const QUOTING = 'A keeper counted eleven lanterns along the water each night.';
/** A gist that does not. */
export const HONEST = 'A nightly habit of a harbour guard is introduced, with a hint at an old fear.';
/** Ids of the two chapters. */
export const CH1 = 'book:novel#ch1';
export const CH2 = 'book:novel#ch2';

/** A folder with an archive. */
export interface DeskFolder {
  folder: string;
  out: string;
  projections: string;
  write: (file: string, content: string) => Promise<void>;
  read: () => Promise<string>;
  /** Stores gists as a drafter would. */
  store: (
    gists: Record<string, Partial<StoredProjection> & { words: string; text: string }>,
  ) => Promise<void>;
}

/** Makes the archive: a private novel of two chapters, and whatever else is given by path. */
export async function deskFolder(files: Record<string, string> = {}): Promise<DeskFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const out = path.join(folder, '.archive');
  const projections = path.join(out, 'projections.json');
  const write = async (file: string, content: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  };
  const all = {
    'archive.config.yaml': CONFIG,
    'novel/book.yaml': 'title: The Twelfth Lantern\nabout: https://example.org/lantern\npublicTitle: true\n',
    'novel/01.md': `---\nchapter: "1"\n---\n\n${CHAPTERS[0]}\n`,
    'novel/02.md': `---\nchapter: "2"\n---\n\n${CHAPTERS[1]}\n`,
    ...files,
  };
  for (const [file, content] of Object.entries(all)) await write(file, content);
  return {
    folder,
    out,
    projections,
    write,
    read: () => readFile(projections, 'utf8'),
    store: async (gists) => {
      await mkdir(out, { recursive: true });
      const { sha256, ...stored } = await readProjections(projections);
      for (const [id, { words, text, ...rest }] of Object.entries(gists)) {
        stored.projections[id] = {
          source: 'generated',
          review: 'unreviewed',
          contentHash: projectionContentHash(text),
          lint: 'passed',
          gist: words,
          ...rest,
        } as StoredProjection;
      }
      await writeProjections(projections, stored, sha256);
    },
  };
}

const CONFIG = `name: Quay papers
collections:
  - { dir: novel, kind: book, raw: private, exposure: semantic }
`;

/** An answer. */
export interface Answer<T = unknown> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: T;
}

/** What a request says beside its path. */
export interface Asking {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

/** Sends one request, with exactly these headers and the right Host unless another is given. */
export function ask<T = unknown>(desk: RunningDesk, target: string, asking: Asking = {}): Promise<Answer<T>> {
  const { method = 'GET', headers = {}, body } = asking;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: desk.port,
        method,
        path: target,
        headers: Object.fromEntries(
          Object.entries({
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          }).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: (isJson && text !== '' ? JSON.parse(text) : undefined) as T,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A desk that runs, with its log. */
export interface TestDesk {
  running: RunningDesk;
  log: DeskLogEntry[];
  /** Headers of the signed-in page. */
  headers: Record<string, string>;
  get: <T>(target: string) => Promise<Answer<T>>;
  post: <T>(target: string, body: unknown) => Promise<Answer<T>>;
  archive: () => Promise<ArchiveView>;
  rows: (workId?: string) => Promise<RowsView>;
  fragment: (id: string) => Promise<FragmentView>;
  /** Carries out a change on the present state. */
  act: (body: Record<string, unknown>) => Promise<Answer<ActReply & ErrorView>>;
}

/** Starts a desk without a session. */
export async function bareDesk(
  place: Pick<DeskFolder, 'folder' | 'out'>,
  options: { limits?: SessionLimits; log?: DeskLogEntry[] } = {},
): Promise<RunningDesk> {
  const running = await startDesk({
    folder: place.folder,
    out: place.out,
    isOutGiven: false,
    port: 0,
    assets: pageAssets('// the page'),
    log: (entry) => options.log?.push(entry),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  onTestFinished(async () => await running.close());
  return running;
}

/** The headers every request of the page has. */
export function pageHeaders(running: RunningDesk): Record<string, string> {
  return { origin: running.origin, 'sec-fetch-site': 'same-origin' };
}

/** Exchanges a link for the headers of a session. */
export async function signIn(
  running: RunningDesk,
  link = running.newLink(),
): Promise<Record<string, string>> {
  const token = new URL(link).hash.slice(1);
  const answer = await ask<{ csrf: string }>(running, '/api/session', {
    method: 'POST',
    headers: pageHeaders(running),
    body: { token },
  });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { ...pageHeaders(running), cookie, 'x-archive-desk': answer.json.csrf };
}

/** Starts a desk and signs in. */
export async function testDesk(place: Pick<DeskFolder, 'folder' | 'out'>): Promise<TestDesk> {
  const log: DeskLogEntry[] = [];
  const running = await bareDesk(place, { log });
  const headers = await signIn(running);
  const get = <T>(target: string): Promise<Answer<T>> => ask<T>(running, target, { headers });
  const post = <T>(target: string, body: unknown): Promise<Answer<T>> =>
    ask<T>(running, target, { method: 'POST', headers, body });
  const archive = async (): Promise<ArchiveView> => (await get<ArchiveView>('/api/archive')).json;
  return {
    running,
    log,
    headers,
    get,
    post,
    archive,
    rows: async (workId = 'book:novel') =>
      (await get<RowsView>(`/api/rows?work=${encodeURIComponent(workId)}`)).json,
    fragment: async (id) => (await get<FragmentView>(`/api/fragment?id=${encodeURIComponent(id)}`)).json,
    act: async (body) => await post('/api/act', { sha256: (await archive()).sha256, ...body }),
  };
}
