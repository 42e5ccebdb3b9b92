/**
 * Serves a published archive with the real server, on a free loopback port.
 */
import { type Finished, finished, spawnArchive } from './run-archive.ts';

/** A server that answers. */
export interface ServedArchive {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly pid: number;
  /** Ends it with SIGTERM; gives the exit code and everything it printed. */
  stop(): Promise<Finished>;
}

/** How long a server may take to answer. */
const READY_MS = 60_000;
const ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/;

/**
 * Starts `archive serve <folder> --out <out> --port 0` and waits until `/health` answers 200.
 *
 * @param options.args  more arguments of `serve`
 * @throws {Error} with what it printed, when it ends or stays silent
 */
export async function serveArchive(
  folder: string,
  out: string,
  options: { readonly env?: Readonly<Record<string, string>>; readonly args?: readonly string[] } = {},
): Promise<ServedArchive> {
  const { args = [], ...rest } = options;
  const serve = ['serve', folder, '--out', out, '--port', '0', ...args];
  const child = spawnArchive(serve, { ...rest, channel: true });
  const end = finished(child);
  let printed = '';
  const address = new Promise<string>((resolve) => {
    const read = (text: string): void => {
      printed += text;
      const [url] = ADDRESS.exec(printed) ?? [];
      if (url !== undefined && /[^\d]/.test(printed.slice(printed.indexOf(url) + url.length))) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('message', (message) => {
      const { url } = message as { url?: string };
      if (url !== undefined) resolve(url.replace(/\/$/, ''));
    });
  });
  const stop = (): Promise<Finished> => {
    child.kill('SIGTERM');
    return end;
  };
  const url = await Promise.race([address, end.then(() => undefined), after(READY_MS)]);
  if (url === undefined || child.pid === undefined || !(await answers(url))) {
    child.kill('SIGKILL');
    throw new Error(`the server gave no address or did not answer; it printed: ${printed}`);
  }
  return { url, pid: child.pid, stop };
}

async function answers(url: string): Promise<boolean> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const status = await fetch(`${url}/health`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    await after(50);
  }
  return false;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
