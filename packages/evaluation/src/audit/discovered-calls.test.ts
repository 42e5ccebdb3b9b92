import { expect, test } from 'vitest';
import { crawlArchive } from './crawl.ts';
import type { AttackCall, Exchange } from './exchange.ts';

const DESCRIPTION = {
  paths: {
    '/v1/new/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'kind', in: 'query', schema: { enum: ['one', 'two'] } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
      },
    },
    '/v1/plain': { get: {} },
    '/v1/ask': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ask' } } } },
      },
    },
  },
  components: {
    schemas: {
      Ask: {
        type: 'object',
        required: ['question'],
        properties: {
          question: { type: 'string', maxLength: 500 },
          limit: { type: 'integer', minimum: 3 },
          more: { anyOf: [{ $ref: '#/components/schemas/Ask' }, { type: 'null' }] },
        },
      },
    },
  },
};
const TOOLS = {
  result: {
    tools: [
      {
        name: 'new_tool',
        inputSchema: { type: 'object', required: ['q'], properties: { q: { type: 'string' } } },
      },
    ],
  },
};

/** A server that answers its description, its tools, and nothing else. */
async function crawled(
  isSse = false,
): Promise<{ calls: AttackCall[]; visited: Exchange[]; requests: number }> {
  const calls: AttackCall[] = [];
  const visited: Exchange[] = [];
  const { requests } = await crawlArchive(
    async (call) => {
      calls.push(call);
      const tools = JSON.stringify(TOOLS);
      const body =
        call.path === '/v1/openapi.json'
          ? JSON.stringify(DESCRIPTION)
          : call.body?.includes('tools/list') === true
            ? isSse
              ? `event: message\ndata: ${tools}\n\n`
              : tools
            : '';
      return {
        label: call.label,
        sent: call.sent ?? [],
        contentType: 'application/json',
        status: 200,
        head: '200',
        body: new TextEncoder().encode(body),
      };
    },
    { queries: ['a secret?'], ids: ['note:n1#p1'] },
    (exchange) => visited.push(exchange),
  );
  return { calls, visited, requests };
}

test('attacks routes and tools that nobody listed, in the words of their own description', async () => {
  const { calls, visited, requests } = await crawled();
  expect(visited).toHaveLength(requests);
  const paths = calls.filter(({ mayEcho }) => mayEcho === true).map(({ path }) => path);
  expect(paths).toContain('/v1/new/note%3An1%23p1');
  expect(paths).toContain('/v1/new/a%20secret%3F?kind=two&tag=a+secret%3F');
  // What takes nothing is asked once in each way, and an id only where there is a place for one.
  expect(paths.filter((path) => path === '/v1/plain')).toHaveLength(3);
  const asked = calls.filter(({ path, sent }) => path === '/v1/ask' && sent?.[0] === 'note:n1#p1');
  expect(asked).toEqual([]);
  const bodies = calls.filter(({ path, mayEcho }) => path === '/v1/ask' && mayEcho).map(({ body }) => body);
  expect(bodies.slice(0, 7)).toEqual([
    '{"question":"a secret?"}',
    '{"question":"a secret?"}',
    expect.stringMatching(/^\{"question":"a secret\?","limit":3,"more":\{"question":"a secret\?"/),
    '{"a secret?":"a secret?"}',
    '{"question":[["a secret?"]],"limit":[["a secret?"]],"more":[["a secret?"]]}',
    '{"a secret?',
    'a secret?',
  ]);
  const tools = calls.filter(({ label }) => label === 'POST /mcp new_tool (as described)');
  expect(JSON.parse(tools[0]?.body ?? '')).toMatchObject({
    params: { name: 'new_tool', arguments: { q: 'a secret?' } },
  });
});

test('names routes as their description does, never what was asked', async () => {
  const { calls } = await crawled();
  expect(calls.filter(({ label }) => /secret|n1/.test(label))).toEqual([]);
});

test('reads a list of tools that comes as events', async () => {
  const { calls } = await crawled(true);
  expect(calls.some(({ label }) => label.includes('new_tool'))).toBe(true);
});
