/**
 * MCP over streamable HTTP at `/mcp`: every POST is answered by itself, in one JSON body.
 *
 * No session, no stream and no state: the newest revision is served request by request as it is meant to be, and so are
 * those before it, which allow that. Guard, limits, body limit and log are those of the application around it; what a
 * client says it accepts decides nothing, since there is one form to send.
 */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import type { AppOptions } from '../app-options.ts';
import { doorsOf, type McpDoor } from './mcp-door.ts';
import { createMcpServer } from './mcp-server.ts';

/** Adds the route, with and without a slash at its end. */
export function addMcpRoutes(app: Hono, options: AppOptions): void {
  const doorOf = doorsOf(options);
  const newest = createMcpHandler(
    ({ requestInfo }) => {
      if (requestInfo === undefined) throw new TypeError('a request is missing');
      return createMcpServer(doorOf(requestInfo));
    },
    { legacy: 'reject' },
  );

  app.on('POST', ['/mcp', '/mcp/'], async (c) => {
    const { raw } = c.req;
    if (!isJsonContentType(raw.headers.get('content-type') ?? undefined))
      return refuse(c, 415, INVALID_REQUEST, 'the body is not declared as application/json');
    const parsedBody = jsonOf(await raw.arrayBuffer());
    if (parsedBody === undefined) return refuse(c, 400, PARSE_ERROR, 'the body is not JSON in UTF-8');
    if (Array.isArray(parsedBody))
      return refuse(c, 400, INVALID_REQUEST, 'one message at a time: batches are not taken');
    const answer = (await isLegacyRequest(raw, parsedBody))
      ? await answerOlder(raw, parsedBody, doorOf(raw))
      : await newest.fetch(raw, { parsedBody });
    return pass(c, answer);
  });
}

/** Answers one message of the revisions with a handshake, each by an instance of its own. */
async function answerOlder(raw: Request, parsedBody: unknown, door: McpDoor): Promise<Response> {
  const server = createMcpServer(door);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = new Headers({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    });
    const version = raw.headers.get('mcp-protocol-version');
    if (version !== null) headers.set('mcp-protocol-version', version);
    return await transport.handleRequest(new Request(raw.url, { method: 'POST', headers }), { parsedBody });
  } finally {
    await server.close();
  }
}

/** Sends an answer of the SDK with the headers of this application. */
async function pass(c: Context, answer: Response): Promise<Response> {
  c.header('cache-control', 'private, no-store');
  c.status(answer.status as 200);
  if (answer.body === null) return c.body(null);
  c.header('content-type', answer.headers.get('content-type') ?? 'application/json');
  return c.body(await answer.text());
}

function refuse(c: Context, status: 400 | 415, code: number, message: string): Response {
  c.header('cache-control', 'private, no-store');
  return c.json({ jsonrpc: '2.0', error: { code, message }, id: null }, status);
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
