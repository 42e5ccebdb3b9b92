/**
 * Undoes rolling captions, where every cue shows the line before again above the new one.
 *
 * It acts only on a file that rolls: at least two cues, and a quarter of those that follow another without a pause,
 * begin with the last lines of the cue before and add a line. There, lines still on show are dropped. Elsewhere, and
 * after a pause, a line said twice stays twice.
 */
import { type Cue, cueOf } from './cue.ts';

/** A cue that starts this soon after another may still show its lines. */
const PAUSE_SECONDS = 0.15;
const MIN_ROLLS = 2;
const MIN_SHARE = 0.25;

/** How many lines at the start of `lines` are the last lines of `shown`. */
function repeatedLines(shown: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(shown.length, lines.length); count > 0; count -= 1) {
    if (lines.slice(0, count).every((line, at) => line === shown[shown.length - count + at])) return count;
  }
  return 0;
}

function follows(before: Cue, cue: Cue): boolean {
  return cue.startSeconds - before.endSeconds <= PAUSE_SECONDS && cue.speaker === before.speaker;
}

/** Says whether a file shows its lines more than once. */
function rolls(cues: readonly Cue[], lines: readonly string[][]): boolean {
  let following = 0;
  let rolled = 0;
  for (let at = 1; at < cues.length; at += 1) {
    const [before, cue] = [cues[at - 1], cues[at]];
    if (before === undefined || cue === undefined || !follows(before, cue)) continue;
    following += 1;
    const repeated = repeatedLines(lines[at - 1] ?? [], lines[at] ?? []);
    if (repeated > 0 && repeated < (lines[at]?.length ?? 0)) rolled += 1;
  }
  return rolled >= MIN_ROLLS && rolled >= following * MIN_SHARE;
}

/** Returns the cues with each rolled line once, at the time it first appeared; a cue that adds nothing is left out. */
export function collapseRolling(cues: readonly Cue[]): Cue[] {
  const lines = cues.map((cue) => cue.text.split('\n'));
  if (!rolls(cues, lines)) return [...cues];
  return cues.flatMap((cue, at) => {
    const before = cues[at - 1];
    const own = lines[at] ?? [];
    const repeated =
      before !== undefined && follows(before, cue) ? repeatedLines(lines[at - 1] ?? [], own) : 0;
    const added = own.slice(repeated);
    return added.length === 0 ? [] : [cueOf(cue.startSeconds, cue.endSeconds, added.join('\n'), cue.speaker)];
  });
}
