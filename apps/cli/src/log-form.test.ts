import { logToStderr, logToTerminal } from '@archive/api';
import { expect, it } from 'vitest';
import { logOf } from './log-form.ts';

it('is for people on a terminal and for programs elsewhere, unless --log says otherwise', () => {
  expect([
    logOf(undefined, true),
    logOf(undefined, false),
    logOf('json', true),
    logOf('text', false),
  ]).toEqual([logToTerminal, logToStderr, logToStderr, logToTerminal]);
  expect([logToTerminal, logToStderr]).not.toContain(logOf('off', true));
});
