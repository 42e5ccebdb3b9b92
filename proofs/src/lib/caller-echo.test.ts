import { expect, test } from 'vitest';
import { withoutEcho } from './caller-echo.ts';

const Q = 'who has the "second key" & why';

test('empties the query of a response and nothing else that holds it', () => {
  const body = JSON.stringify({ query: Q, hits: [{ gist: Q }] });
  expect(withoutEcho(body, 'application/json', [Q])).toBe(JSON.stringify({ query: '', hits: [{ gist: Q }] }));
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
