/**
 * Refuses a text near whose head a restriction stands that no front matter was read from (decisions 1.7c).
 *
 * A block behind a comment or a heading, without its opening fence, in a code fence, or in the syntax of another tool
 * says what its author wants, yet is no front matter. Only a short line that is nothing but a policy word with a value
 * that plainly restricts counts, so that prose such as "Access: by boat" is left alone.
 */
import { normalizeText } from '@archive/text';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { foldKey, isPolicyWord, meantWord, restricts } from '../policy/policy-words.ts';
import { visibleLine, withoutLead, withPlainLineEnds } from './fence-line.ts';

const HEAD_LINES = 40;
const LINE_MAX_CHARS = 60;
/** A key, what closes it (`"`, `**`), a separator of YAML, TOML, JSON or Dataview, and a value. */
const STATEMENT =
  /^(?:[^\p{L}\p{N}]*(?:export\s+)?(?:const|let|var)\s)?[^\p{L}\p{N}]*([\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*)[^\p{L}\p{N}:=]*(?:::?|=)(.*)$/u;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LEADING_COMMENTS = /^(?:\s*<!--[\s\S]*?-->)+/;
/** Where a line holds several statements: an object, a list, a module. */
const COLLECTION = /^(?:[{["']|export\b)/;
const MODULE_DATA = /^export\s+(?:const|let|var|default)\b/;
const MODULE_LINES = 200;

function statesRestriction(part: string): boolean {
  const line = normalizeText(part).trim();
  if (line.length > LINE_MAX_CHARS) return false;
  const [, key, rest = ''] = STATEMENT.exec(line) ?? [];
  if (key === undefined) return false;
  const folded = foldKey(key.slice(key.lastIndexOf('.') + 1));
  const word = isPolicyWord(folded) ? folded : meantWord(folded);
  const value = rest
    .replace(/\s(?:#|\/\/|\/\*).*$/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/^bool\s+/, '');
  if (folded === 'match') return value === 'face';
  return word !== undefined && value !== '' && restricts(word, value);
}

function holdsRestriction(line: string): boolean {
  const shown = visibleLine(line);
  if (statesRestriction(shown)) return true;
  return COLLECTION.test(shown) && shown.split(/[,;{[]/, 200).some(statesRestriction);
}

/** The lines outside code blocks; one that is the very first thing may be front matter, and counts as text. */
function linesOutsideCode(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = CODE_FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && visibleLine(line) === mark) fence = undefined;
    } else if (mark !== undefined && at > 0) fence = mark;
    else kept.push(line);
  }
  return kept;
}

function headLines(text: string): string[] {
  const plain = withPlainLineEnds(text);
  const comments = LEADING_COMMENTS.exec(plain)?.[0] ?? '';
  return [
    ...linesOutsideCode(withoutLead(plain.slice(comments.length)).split('\n', HEAD_LINES)),
    ...comments.split('\n', HEAD_LINES),
  ];
}

function refuse(): never {
  throw new FileRefusedError({
    field: 'front matter',
    reason: 'a restriction stands near its head, but not in front matter that is read',
    help: 'state it between two lines of --- at the very start of the file, or reword the line',
  });
}

/**
 * Refuses a text that states a restriction near its head outside front matter.
 *
 * @throws {FileRefusedError} naming no value
 */
export function refuseStrayPolicy(text: string): void {
  if (headLines(text).some(holdsRestriction)) refuse();
}

/**
 * Refuses a module of MDX that exports a restriction as data, wherever it stands.
 *
 * @throws {FileRefusedError} naming no value
 */
export function refuseExportedPolicy(text: string): void {
  if (!text.includes('export')) return;
  const lines = linesOutsideCode(withPlainLineEnds(text).split('\n'));
  let depth = 0;
  let left = 0;
  for (const line of lines) {
    const isStart = MODULE_DATA.test(line);
    if (isStart) {
      depth = 0;
      left = MODULE_LINES;
    }
    if (!isStart && (depth <= 0 || left <= 0)) continue;
    if (holdsRestriction(line) || holdsRestriction(`{${line}`)) refuse();
    for (const char of line)
      depth += char === '{' || char === '[' ? 1 : char === '}' || char === ']' ? -1 : 0;
    left -= 1;
  }
}
