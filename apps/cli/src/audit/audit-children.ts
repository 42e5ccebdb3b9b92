/**
 * The real command as children of an audit: a build that ends, a server that serves, and everything that they print.
 *
 * What is printed is kept whole, because a log is one of the places where private text must not be.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import process from 'node:process';
import { archiveEntry, CHILD_ENVIRONMENT } from '../child-process.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';

/** How a child ended, and everything it wrote. */
export interface FinishedChild {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server that answers. */
export interface ServingChild {
  /** Base address, without a slash at the end. */
  readonly url: string;
  /** Address of its meters; absent where it has none. */
  readonly metricsUrl?: string;
  /** Ends it. */
  stop(): Promise<FinishedChild>;
}

/** The command as an audit calls it; tests give one that leaks. */
export interface AuditPorts {
  /** Runs `archive` to its end. */
  run(args: readonly string[]): Promise<FinishedChild>;
  /** Runs `archive serve` until it is stopped. */
  serve(folder: string, out: string, args: readonly string[]): Promise<ServingChild>;
  /** Talks to `archive mcp`: writes lines, and reads until it is silent. */
  talk(folder: string, out: string, lines: readonly string[]): Promise<FinishedChild>;
}

/** Calls this program itself. `stopAll` ends what still runs. */
export function auditChildren(): AuditPorts & { stopAll(): Promise<void> } {
  const running = new Set<ChildProcess>();
  const start = (args: readonly string[], input: 'ignore' | 'pipe'): ChildProcess => {
    const child = fork(archiveEntry(), [...args], {
      stdio: [input, 'pipe', 'pipe', 'ipc'],
      env: childEnvironment(),
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  return {
    run: (args) => finished(start(args, 'ignore')),
    serve: async (folder, out, args) => {
      const port = await freePort();
      const meters = ['--metrics-port', String(port)];
      const child = start(
        ['serve', folder, '--out', out, '--port', '0', '--log', 'json', '--mcp-ask', ...meters, ...args],
        'ignore',
      );
      const end = finished(child);
      const address = new Promise<string>((resolve) => {
        child.on('message', (message) => resolve((message as { url: string }).url));
      });
      const url = await Promise.race([address, end]);
      if (typeof url === 'string')
        return {
          url: url.replace(/\/$/, ''),
          metricsUrl: `http://127.0.0.1:${port}`,
          stop: () => {
            child.kill('SIGTERM');
            return end;
          },
        };
      throw new CommandError(EXIT_ENVIRONMENT, {
        message: `the server of the copy did not start (exit code ${url.code ?? 'none'})`,
        help: 'see whether `archive serve` starts on this machine',
      });
    },
    talk: async (folder, out, lines) => {
      const child = start(['mcp', folder, '--out', out, '--mcp-ask'], 'pipe');
      const end = finished(child);
      const wanted = lines.filter((line) => line.includes('"id":')).length;
      let answered = 0;
      const silence = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TALK_MS);
        child.stdout?.on('data', (text: string) => {
          answered += text.split('\n').length - 1;
          if (answered >= wanted) resolve();
        });
        child.once('exit', () => resolve());
        timer.unref();
      });
      for (const line of lines) child.stdin?.write(`${line}\n`);
      await silence;
      child.stdin?.end();
      child.kill('SIGTERM');
      return await end;
    },
    stopAll: async () => {
      await Promise.all(
        [...running].map(async (child) => {
          const end = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
          await end;
          clearTimeout(timer);
        }),
      );
    },
  };
}

/** No terminal, no debug words, and nothing that leads to stores or keys of a server in use. */
function childEnvironment(): NodeJS.ProcessEnv {
  const {
    ARCHIVE_REDIS_URL: _,
    ARCHIVE_SERVER_KEY: __,
    ARCHIVE_DEBUG: ___,
    INIT_CWD: ____,
    ...same
  } = process.env;
  return { ...same, ...CHILD_ENVIRONMENT, CI: '1', NO_COLOR: '1' };
}

function finished(child: ChildProcess): Promise<FinishedChild> {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...printed }));
  });
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** How long a client over stdio waits for all of its answers. */
const TALK_MS = 30_000;
const STOP_MS = 3_500;
