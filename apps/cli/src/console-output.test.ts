import process from 'node:process';
import { ArchiveError } from '@archive/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { CommandError } from './command-error.ts';
import { consoleOutput, reportError } from './console-output.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function printed(action: () => number | void): { stdout: string; stderr: string; code: number | void } {
  const result = { stdout: '', stderr: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((result.stdout += String(chunk)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((result.stderr += String(chunk)), true));
  const code = action();
  return { ...result, code };
}

it('keeps control, tag and bidi characters of a file name from the terminal', () => {
  const { stdout, stderr } = printed(() => {
    consoleOutput(false).line('a\u001b[31m\u202E\u{E0041}b');
    consoleOutput(false).note('c\u0007d');
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'a�[31m��b\n', stderr: 'c�d\n' });
});

it.each([
  ['a command error has its own code', new CommandError(2, { message: 'm' }), 2, 'error: m\n'],
  [
    'a finding is 1',
    new ArchiveError('public-safe-lint', { message: 'm', help: 'h' }),
    1,
    'error: m\n  help: h\n',
  ],
  ['a place that cannot be used is 3', new ArchiveError('out-dir', { message: 'm' }), 3, 'error: m\n'],
  [
    'a reason of the system is 3, without its path',
    Object.assign(new Error('EACCES: canary path'), { code: 'EACCES' }),
    3,
    'error: permission denied\n',
  ],
  [
    'an error nobody foresaw is 3, without its words',
    new TypeError('canary text'),
    3,
    'error: an unexpected TypeError stopped the command\n  help: set ARCHIVE_DEBUG=1 to see the stack; it may quote private text\n',
  ],
])('%s', (_case, error, code, stderr) => {
  expect(printed(() => reportError(error, consoleOutput(false)))).toEqual({ code, stdout: '', stderr });
});

it('puts the error into the document with --json', () => {
  const { stdout } = printed(() =>
    reportError(new ArchiveError('config', { message: 'm', help: 'h' }), consoleOutput(true)),
  );
  expect(JSON.parse(stdout)).toEqual({ error: { code: 'config', message: 'm', help: 'h' } });
});
