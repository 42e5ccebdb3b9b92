/**
 * MCP over the standard streams of a process, for a client that starts its servers itself.
 *
 * One connection, one caller, called `stdio`, and an index that is kept up to date. Nothing but the protocol is written
 * to the output.
 */
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type AppOptions, EMBED_TIMEOUT_MS } from '../app-options.ts';
import { type WatchOptions, watchIndex } from '../index-watcher.ts';
import { createQuestionEmbedder } from '../question-embedder.ts';
import { noteRequest } from '../request-facts.ts';
import { logToStderr } from '../request-log.ts';
import { doorsOf } from './mcp-door.ts';
import { createMcpServer } from './mcp-server.ts';

/** Settings of {@link serveMcpStdio}. */
export interface McpStdioOptions
  extends Omit<
    AppOptions,
    'index' | 'embedder' | 'hosts' | 'callerOf' | 'contextOf' | 'cors' | 'limits' | 'stopping'
  > {
  /** An output folder of `archive build`, or a served JSON file. */
  archiveDir: string;
  /** The embedder the index was made with, or how to find it for the model an index names. */
  embedder: WatchOptions['embedder'];
  /** How often to look for a new generation, in milliseconds; default 1,000. */
  watchIntervalMs?: number;
  /** Default: the standard input of the process. */
  input?: Readable;
  /** Default: the standard output of the process. */
  output?: Writable;
}

/** A connection that is served. */
export interface RunningMcp {
  /** Resolves when the client has gone or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one connection; resolves when it listens, whether or not an index is there. */
export async function serveMcpStdio(options: McpStdioOptions): Promise<RunningMcp> {
  const {
    archiveDir,
    embedder,
    watchIntervalMs,
    log = logToStderr,
    embedTimeoutMs = EMBED_TIMEOUT_MS,
  } = options;
  const watcher = await watchIndex({
    archiveDir,
    embedder,
    log,
    ...(watchIntervalMs === undefined ? {} : { intervalMs: watchIntervalMs }),
  });
  const stopping = new AbortController();
  const app: AppOptions = {
    questions: createQuestionEmbedder({ timeoutMs: embedTimeoutMs }),
    ...options,
    log,
    takedownEpoch: watcher.takedownEpoch,
    stopping: stopping.signal,
    index: watcher.current,
    embedder: watcher.embedderOf,
  };
  const transport = new StdioServerTransport(
    options.input ?? process.stdin,
    options.output ?? process.stdout,
    {
      maxBufferSize: MESSAGE_MAX_BYTES,
    },
  );
  const doorOf = doorsOf(app);
  const handle = serveStdio(() => createMcpServer(doorOf(stdioRequest())), { transport });
  const closed = new Promise<void>((resolve) => {
    const tearDown = transport.onclose;
    transport.onclose = () => {
      tearDown?.();
      stopping.abort(new Error('the client has gone'));
      watcher.stop();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}

/** Stands for the connection where the rest of the server expects a request. */
function stdioRequest(): Request {
  const request = new Request('http://stdio.invalid/');
  noteRequest(request, { caller: STDIO_CALLER, requestId: STDIO_CALLER });
  return request;
}

/** Whoever starts this process is one caller. */
const STDIO_CALLER = 'stdio';
/** Largest message; one that is larger ends the connection. */
const MESSAGE_MAX_BYTES = 1024 * 1024;
