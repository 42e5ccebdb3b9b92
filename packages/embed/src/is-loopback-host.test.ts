import { expect, it } from 'vitest';
import { isLoopbackHost } from './is-loopback-host.ts';

it.each(['localhost', 'LocalHost', 'localhost.', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
  'takes %s for this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

it.each([
  '',
  '0.0.0.0',
  '::',
  '[::]',
  '10.0.0.1',
  '127.0.0',
  '127.0.0.1.example',
  'localhost.example',
  'notlocalhost',
  '1.127.0.0.1',
])('takes %j for another', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
