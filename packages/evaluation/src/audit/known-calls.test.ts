import { expect, test } from 'vitest';
import { callsAbout, callsFor } from './known-calls.ts';

test('a question goes to every door, for a person and for a program', () => {
  const doors = new Set(
    callsAbout('tin key').map(({ method = 'GET', path }) => `${method} ${path.replace(/\?.*$/, '')}`),
  );
  expect([...doors].sort()).toEqual([
    'DELETE /v1/search',
    'GET /',
    'GET /ask',
    'GET /assets/tin%20key',
    'GET /e/tin%20key',
    'GET /tin%20key',
    'GET /v1/entities/tin%20key',
    'GET /v1/fragments/tin%20key',
    'GET /v1/search',
    'HEAD /v1/search',
    'POST /',
    'POST /ask',
    'POST /mcp',
    'POST /v1/ask',
    'POST /v1/search',
  ]);
});

test('an address over MCP may come back in the error, as every other value that is sent', () => {
  expect(callsFor('tin key').filter(({ sent = [] }) => sent.length > 0)).toEqual([
    {
      label: 'POST /mcp resources/read',
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"archive://fragment/tin%20key"}}',
      sent: ['archive://fragment/tin%20key'],
    },
  ]);
});
