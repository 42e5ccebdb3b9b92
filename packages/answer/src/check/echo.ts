/**
 * Says whether a sentence repeats what a model was told rather than what it was shown.
 */
import { normalizeWords } from '@archive/text';

/** Words in a row that nobody writes twice by chance. */
const ECHO_WORDS = 6;

/** What a model was told besides the data. */
export interface Told {
  instructions: string;
  fence: string;
}

/** Whether a sentence holds the mark of its request, or a run of the instructions that no cited text holds. */
export function isEcho(text: string, { instructions, fence }: Told, cited: readonly string[]): boolean {
  if (text.includes(fence)) return true;
  const told = runsOf(instructions);
  const read = new Set(cited.flatMap((passage) => [...runsOf(passage)]));
  return [...runsOf(text)].some((run) => told.has(run) && !read.has(run));
}

function runsOf(text: string): Set<string> {
  const words = normalizeWords(text);
  const runs = new Set<string>();
  for (let at = 0; at + ECHO_WORDS <= words.length; at++)
    runs.add(words.slice(at, at + ECHO_WORDS).join(' '));
  return runs;
}
