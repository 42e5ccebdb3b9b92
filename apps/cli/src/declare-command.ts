/**
 * What every declaration of a command has in common.
 */
import { type Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';

/** What a command does; gives its exit code. */
export type Action = (
  context: CommandContext,
  options: Record<string, unknown>,
  args: readonly unknown[],
  command: Command,
) => Promise<number>;

/** Adapts an action to commander. */
export type Run = (action: Action) => (...received: unknown[]) => Promise<void>;

/** Declares a command; every one takes `--json`. */
export function add(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--json', 'print one JSON document on stdout')
    .exitOverride();
}

/** `--out`. */
export const outOption = (): Option =>
  new Option('--out <dir>', 'where the index is kept (default <folder>/.archive)');

/** `--reveal`. */
export const revealOption = (): Option =>
  new Option('--reveal', 'show ids and texts even without a terminal or under CI');
