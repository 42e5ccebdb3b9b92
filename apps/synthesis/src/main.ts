#!/usr/bin/env node
/**
 * The process of the service: starts it, says where it listens and what leaves this machine, and ends on SIGINT or SIGTERM.
 */
import process from 'node:process';
import { createArchiveClient } from '@archive/client';
import { ArchiveError } from '@archive/contract';
import { CommanderError } from 'commander';
import { startSynthesis } from './start-synthesis.ts';
import { synthesisProgram } from './synthesis-program.ts';

const program = synthesisProgram(async (options) => {
  const service = await startSynthesis({
    ...options,
    onModelFailure: ({ failure, status }) =>
      process.stderr.write(
        `the model gave no reply: ${failure}${status === undefined ? '' : `, status ${status}`}\n`,
      ),
    onInternalError: (error) =>
      process.stderr.write(`failed inside: ${error instanceof Error ? error.name : typeof error}\n`),
  });
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const { model } = options;
  if (model !== undefined)
    process.stderr.write(
      model.host === undefined
        ? `answers are written by ${model.model}, on this machine\n`
        : `answers are written by ${model.model} at ${model.host}: questions, public passages and the titles, names and places of what else is found go there\n`,
    );
  process.stdout.write(`answering at ${service.url}/v1/ask\n`);
  if (!(await answers(options.archiveUrl)))
    process.stderr.write(
      'warning: the archive does not answer at its address now; questions fail until it does\n',
    );
}, process.env);

/** Whether an archive stands behind an address, asked once and not for long. */
async function answers(baseUrl: string): Promise<boolean> {
  try {
    await createArchiveClient({ baseUrl, timeoutMs: 5000, retries: 0 }).policy();
    return true;
  } catch {
    // Why does not matter: the first question says it.
    return false;
  }
}

program.parseAsync().catch((error: unknown) => {
  // What commander refuses, it has said.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  const words =
    error instanceof ArchiveError
      ? `${error.message}${error.help === undefined ? '' : `\n  help: ${error.help}`}`
      : error instanceof TypeError
        ? error.message
        : 'the service could not be started; is the port taken?';
  process.stderr.write(`error: ${words}\n`);
  process.exit(3);
});
