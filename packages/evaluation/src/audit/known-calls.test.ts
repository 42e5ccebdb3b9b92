import { expect, test } from 'vitest';
import { callsAbout } from './known-calls.ts';

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
