/**
 * Takes `Name:` and `>>` at the start of a line for a speaker, when the file as a whole uses them so.
 *
 * A label is up to four words that look like a name, then a colon. At least {@link MIN_CUES} cues must begin with one,
 * and either two labels recur (in {@link MIN_SHARE} of the cues or more) or a fifth of the cues is labelled. Then a
 * label counts when it recurs, is a longer or shorter form of one that does, is a number (`Speaker 2`) or a `>>`, or at
 * least half of the cues are labelled; a sidecar's labels always count. It holds until the next label, since such
 * files name a speaker once a turn. A label that does not count stays in the text and leaves the speaker open:
 * speaker names travel further than text, so a word of the text must not become one.
 */
import { cleanLine } from '../files/clean-text.ts';
import { type Cue, cueOf } from './cue.ts';
import { isUnnamedLabel } from './speaker-attribution.ts';

const MIN_CUES = 3;
const MIN_SHARE = 0.01;
const FIFTH = 0.2;
const HALF = 0.5;
/** Above this many recurring labels, forms of a name are not compared: it would take time without telling anything. */
const MAX_SPEAKERS = 64;
const LABEL_UNITS = 48;
const LABEL_WORDS = 4;
/** The label of a line that says only that another person speaks. */
const CHANGED = '>>';
const CHANGE = /^>{2,3}\s*/;
const NAME_WORD = /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’_-]*$/u;
const PARTICLE = /^(?:d[aeiou]|de[lnr]|v[ao]n|l[ae]|[ae]l|bin|ibn|bint|\d{1,3})$/;

interface LabelledLine {
  label: string;
  rest: string;
}

const fold = (label: string): string => label.toLowerCase();

function isNameShaped(label: string): boolean {
  const words = label.replace(/^\[(.*)\]$/, '$1').split(' ');
  return (
    words.length <= LABEL_WORDS &&
    words.every((word, at) => NAME_WORD.test(word) || (at > 0 && PARTICLE.test(word)))
  );
}

/** Says whether a label can be nothing else, in any letter case: `speaker 2`, but not `question`. */
function isNumbered(label: string): boolean {
  return /\p{L}.*\p{N}/u.test(label) && isUnnamedLabel(label);
}

function labelledLine(line: string, known: ReadonlySet<string>): LabelledLine | undefined {
  const bare = line.replace(CHANGE, '');
  const head = bare.slice(0, LABEL_UNITS + 1);
  const colon = head.search(/[:：]/);
  const label = colon < 0 ? '' : cleanLine(head.slice(0, colon));
  const apart = head[colon] === '：' || /^(?:\s|$)/.test(bare.slice(colon + 1, colon + 2));
  if (label !== '' && apart && (isNameShaped(label) || isNumbered(label) || known.has(fold(label)))) {
    return { label, rest: bare.slice(colon + 1).trim() };
  }
  return bare === line ? undefined : { label: CHANGED, rest: bare };
}

/** Says whether one label is the other with words left out: `Ada` and `Ada Bell`. */
function isKin(a: string, b: string): boolean {
  const [short, long] = [fold(a).split(' '), fold(b).split(' ')].sort((x, y) => x.length - y.length);
  return short?.every((word) => long?.includes(word)) ?? false;
}

/** The folded labels that count in this file. */
function countingLabels(cues: readonly Cue[], known: ReadonlySet<string>): Set<string> {
  const counts = new Map<string, number>();
  let labelled = 0;
  for (const cue of cues) {
    const labels = cue.text.split('\n').flatMap((line) => labelledLine(line, known)?.label ?? []);
    if (labels.length > 0) labelled += 1;
    for (const label of labels) counts.set(fold(label), (counts.get(fold(label)) ?? 0) + 1);
  }
  const recurring = [...counts].filter(([, count]) => count > 1).map(([label]) => label);
  const share = labelled / Math.max(1, cues.length);
  const consistent = labelled >= MIN_CUES && (share >= FIFTH || (recurring.length > 1 && share >= MIN_SHARE));
  if (!consistent) return new Set(known);
  const counting = new Set([...known, ...recurring]);
  const names = recurring.length > MAX_SPEAKERS ? [] : recurring;
  for (const label of counts.keys()) {
    const marked = label === CHANGED || isNumbered(label);
    if (share >= HALF || marked || names.some((other) => isKin(label, other))) counting.add(label);
  }
  return counting;
}

/**
 * Moves speaker labels out of the text of cues into `speaker`; a label inside a cue parts it.
 *
 * @param known  labels that are speakers whatever the counts say; letter case does not matter
 */
export function speakerPrefixes(cues: readonly Cue[], known: readonly string[] = []): Cue[] {
  const listed = new Set(known.map((label) => fold(cleanLine(label))));
  const counting = countingLabels(cues, listed);
  if (counting.size === 0) return [...cues];
  const out: Cue[] = [];
  let speaker: string | undefined;
  for (const cue of cues) {
    let lines: string[] = [];
    const close = (): void => {
      if (lines.length > 0) out.push(cueOf(cue.startSeconds, cue.endSeconds, lines.join('\n'), speaker));
      lines = [];
    };
    for (const line of cue.text.split('\n')) {
      const found = labelledLine(line, listed);
      const counts = found !== undefined && counting.has(fold(found.label));
      if (found !== undefined) close();
      if (found !== undefined) speaker = counts ? found.label : undefined;
      const said = counts ? found.rest : line;
      if (said !== '') lines.push(said);
    }
    close();
  }
  return out;
}
