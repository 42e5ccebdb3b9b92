/**
 * What every command gets besides its own arguments and options.
 */
import type { Output } from './console-output.ts';

/** The surroundings of a command. */
export interface CommandContext {
  readonly output: Output;
  /** Directory relative paths are taken from. */
  readonly cwd: string;
  /** Whether identities may be shown plainly: a terminal outside CI, or `--reveal` (decisions 1.11). */
  readonly reveal: boolean;
}
