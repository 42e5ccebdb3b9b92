import { expect, test } from 'vitest';
import { withoutEcho } from './caller-echo.ts';

const Q = 'who has the "second key" & why';

test('empties the query of a response and nothing else that holds it', () => {
  const body = JSON.stringify({ query: Q, hits: [{ gist: Q }] });
  expect(withoutEcho(body, 'application/json', [Q])).toBe(JSON.stringify({ query: '', hits: [{ gist: Q }] }));
});

test('empties the question of an answer and nothing else that holds it', () => {
  const body = JSON.stringify({ question: Q, sentences: [{ text: Q }] });
  expect(withoutEcho(body, 'application/json', [Q])).toBe(
    JSON.stringify({ question: '', sentences: [{ text: Q }] }),
  );
});

test('empties the name of a field the caller made up', () => {
  const body = JSON.stringify({
    detail: Q,
    errors: [
      { field: Q, message: Q },
      { field: 'q', message: 'is blank' },
    ],
  });
  const expected = {
    detail: Q,
    errors: [
      { field: '', message: Q },
      { field: 'q', message: 'is blank' },
    ],
  };
  expect(JSON.parse(withoutEcho(body, 'application/problem+json', [Q]))).toEqual(expected);
});

test('empties the field and the title of a page and nothing else that holds it', () => {
  const shown = 'who has the &quot;second key&quot; &amp; why';
  const page = `<title>${shown} – Archive</title><input name="q" value="${shown}"><p title="${shown}">${shown}</p>`;
  expect(withoutEcho(page, 'text/html', [Q])).toBe(
    `<title></title><input name="q" value=""><p title="${shown}">${shown}</p>`,
  );
});

test('leaves another question, and other kinds of answer, as they are', () => {
  const body = JSON.stringify({ query: Q });
  expect(withoutEcho(body, 'application/json', ['another'])).toBe(body);
  expect(withoutEcho('<title>Archive</title>', 'text/html', [Q])).toBe('<title>Archive</title>');
  expect(withoutEcho(Q, 'text/plain', [Q])).toBe(Q);
});

test('empties links to like searches and filters in use, and leaves other links and words', () => {
  const page = (q: string, who: string): string =>
    `<a href="/?q=${q}&amp;sort=new">x</a><a href="/e/${q}">y</a><ul class="chips ui"><li>by <bdi lang="en">${who}</bdi></li></ul><p class="print">Asked: <bdi>${q.replaceAll('+', ' ')}</bdi></p><bdi>${who}</bdi>`;
  expect(withoutEcho(page('the+tin+key', 'Ada Rook'), 'text/html', ['the tin key', 'Ada Rook'])).toBe(
    '<a href="/?sort=new">x</a><a href="/e/the+tin+key">y</a><ul class="chips ui"><li>by <bdi></bdi></li></ul><p class="print">Asked: <bdi></bdi></p><bdi>Ada Rook</bdi>',
  );
});

test('empties the address an MCP error gives back, and no other', () => {
  const error = (uri: string): string => JSON.stringify({ error: { code: -1, data: { uri } } });
  expect(withoutEcho(error('the tin key'), 'application/json', ['the tin key'])).toBe(
    '{"error":{"code":-1,"data":{}}}',
  );
  expect(withoutEcho(error('another'), 'application/json', ['the tin key'])).toBe(error('another'));
});

test('empties the name of a field the caller made up in the refusal of a tool', () => {
  const refusal = (name: string, isError: boolean): string =>
    JSON.stringify({
      result: { isError, content: [{ type: 'text', text: `no\n- ${name} is not a known field` }] },
    });
  expect(withoutEcho(refusal('71-09', true), 'application/json', ['71-09'])).not.toContain('71-09');
  expect(withoutEcho(refusal('72-09', true), 'application/json', ['71-09'])).toContain('72-09');
  expect(withoutEcho(refusal('71-09', false), 'application/json', ['71-09'])).toContain('71-09');
});

test('empties a page and an answer told as events in the places of each, and nothing else', () => {
  const page = 'event: page\ndata: {"body":"<input value=\\"the tin key\\"><p>the tin key</p>"}\n\n';
  expect(withoutEcho(page, 'text/event-stream', ['the tin key'])).toBe(
    'event: page\ndata: {} <input value=""><p>the tin key</p>\n\n',
  );
  const answer = 'data: {"event":"answer","answer":{"question":"the tin key","mode":"the tin key"}}';
  expect(withoutEcho(answer, 'text/event-stream', ['the tin key'])).toBe(
    'data: {"event":"answer"} {"question":"","mode":"the tin key"}',
  );
  const step = 'data: {"event":"step","step":"the tin key"}';
  expect(withoutEcho(step, 'text/event-stream', ['the tin key'])).toBe(step);
});
