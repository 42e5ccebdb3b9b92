/**
 * One MCP message to an application without a network, of the revision with a handshake or of the newest.
 */
import type { Hono } from 'hono';

/** What came back. */
export interface McpReply {
  status: number;
  contentType: string | null;
  /** The JSON-RPC message; undefined when there is none. */
  message: {
    id?: unknown;
    result?: Record<string, unknown> & {
      isError?: boolean;
      content?: { type: string; text: string }[];
      structuredContent?: Record<string, unknown>;
    };
    error?: { code: number; message: string; data?: unknown };
  };
  body: string;
}

/** Sends one request. */
export async function mcpCall(
  app: Pick<Hono, 'request'>,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<McpReply> {
  return mcpPost(app, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }), headers);
}

/** Sends one request of the newest revision, which says who it is with each message. */
export function newestCall(
  app: Pick<Hono, 'request'>,
  method: string,
  params: Record<string, unknown> = {},
): Promise<McpReply> {
  const name = params['name'] ?? params['uri'];
  return mcpCall(
    app,
    method,
    {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': NEWEST,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    {
      'mcp-protocol-version': NEWEST,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  );
}

/** Sends a body as it is. */
async function mcpPost(
  app: Pick<Hono, 'request'>,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<McpReply> {
  const response = await app.request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    message: text.startsWith('{') ? (JSON.parse(text) as McpReply['message']) : {},
    body: text,
  };
}

/** The newest revision. */
const NEWEST = '2026-07-28';
