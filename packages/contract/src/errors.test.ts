import { expect, it } from 'vitest';
import { ArchiveError, ContractError, LocatorError, WIRE_ERRORS } from './errors.ts';

it('pins every wire code and its status (decisions 9)', () => {
  expect(WIRE_ERRORS).toEqual({
    'invalid-request': 400,
    'not-found': 404,
    'payload-too-large': 413,
    'rate-limited': 429,
    'internal-error': 500,
    'index-unavailable': 503,
    'embedder-unavailable': 503,
  });
});

it('carries code, remedy and cause, and the name of its class', () => {
  const cause = new Error('below');
  const error = new ArchiveError('some-code', {
    message: 'm',
    help: 'h',
    cause,
  });
  expect({
    name: error.name,
    code: error.code,
    help: error.help,
    cause: error.cause,
  }).toEqual({ name: 'ArchiveError', code: 'some-code', help: 'h', cause });
  expect(new LocatorError({ message: 'm' })).toMatchObject({
    name: 'LocatorError',
    code: 'locator',
    help: undefined,
  });
  expect(new ContractError('invalid-request', { message: 'm', issues: [] })).toMatchObject({
    name: 'ContractError',
    issues: [],
  });
});
