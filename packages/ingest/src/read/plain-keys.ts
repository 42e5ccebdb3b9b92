/**
 * Which unknown keys a notice may repeat: those that look like keys.
 *
 * A line of prose with a colon in it is a key to YAML, and a notice must not quote it (house invariant 6). So a key is
 * repeated only when it is too short to hold a run that the lint would call shared.
 */
import { hasUnspacedScript } from '@archive/text';
import { codePointLength } from '../pieces/code-points.ts';

const WORDS_MOST = 4;
const CHARS_MOST = 40;
const UNSPACED_MOST = 11;

/** Whether a key is short enough to be repeated: at most 4 words and 40 characters, 11 in a script without spaces. */
export function isPlainKey(key: string): boolean {
  const words = key.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  const most = hasUnspacedScript(key) ? UNSPACED_MOST : CHARS_MOST;
  return words.length <= WORDS_MOST && codePointLength(key) <= most;
}
