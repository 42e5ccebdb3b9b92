import { expect, test } from 'vitest';
import { payloadViews } from './payload-views.ts';
import { RunSweep } from './run-sweep.ts';

const SECRET = 'nobody but Aud may open “the dry cupboard” before spring & after';

function seen(payload: Uint8Array | string): boolean {
  const sweep = new RunSweep();
  sweep.addPrivate(SECRET, 'secret');
  return payloadViews(payload).some((view) => sweep.find(view).length > 0);
}

const escaped = Array.from(SECRET, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
  '',
);
const utf16 = Buffer.from(`noise ${SECRET}`, 'utf16le');
const disguises: [name: string, payload: Uint8Array | string][] = [
  ['plain', `x ${SECRET} y`],
  ['a JSON string with every character escaped', `{"a":"${escaped}"}`],
  ['escapes in a log line that is no JSON', `level=error msg=${escaped}`],
  ['UTF-16, little end first', utf16],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
  ['UTF-16 from an odd byte on', Buffer.concat([Buffer.from([7]), utf16])],
  ['markup around every word', SECRET.replace(/\w+/g, '<b class="x">$&</b>')],
  ['markup inside words', 'nob<i>o</i>dy but A<b>u</b>d may open the d<i>r</i>y cupboard'],
  ['entities', Array.from(SECRET, (char) => `&#${char.codePointAt(0)};`).join('')],
  ['an attribute', `<a title="${SECRET}">`],
  ['a percent-encoded address', `location: /e/${encodeURIComponent(SECRET)}`],
  ['a form-encoded address', `/?q=${new URLSearchParams({ q: SECRET }).toString()}`],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64 for addresses', Buffer.from(SECRET).toString('base64url')],
  [
    'text inside a binary file',
    Buffer.concat([Buffer.from(new Float32Array([1, 0, 0.5]).buffer), Buffer.from(SECRET)]),
  ],
];

test.each(disguises)('sees private text in %s', (_, payload) => {
  expect(seen(payload)).toBe(true);
});

test('sees nothing in other text', () => {
  expect(seen('nobody but Aud may close the other cupboard')).toBe(false);
});
