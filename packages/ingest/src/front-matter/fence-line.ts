/**
 * What the first line of a text is, seen without the characters that nobody sees.
 *
 * A mark, a joiner or an odd blank beside a fence must not turn front matter into text (decisions 1.7c). What is set in
 * the dashes of a typographer, or in the fence of another tool, is told apart so that it can be refused.
 */

/** What may stand before a block and would hide it: blanks of every kind, controls, characters without a shape. */
const LEAD = /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]*/u;
const UNSEEN = /(?!\t)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;
/** Line ends besides LF, one code unit each; some editors and tools break lines at them. */
const ODD_LINE_END = /[\v\f\u0085\u2028\u2029]/g;
const DASH = /[\p{Pd}\u2212\u2043\u2500\u2501\u30FC]/gu;
/** A line that gives a key its value, in YAML, TOML or JSON. */
const KEY_LINE = /^[^\p{L}\p{N}\n]{0,8}[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,40}["']?\s*[:=]/u;

/** What a first line opens. */
export type FenceLine = '---' | '+++' | 'named' | 'foreign';

/** Takes off what stands unseen before the first character that shows. */
export function withoutLead(text: string): string {
  return text.replace(LEAD, '');
}

/** Writes every line end as LF; offsets stay. */
export function withPlainLineEnds(text: string): string {
  return text.replace(ODD_LINE_END, '\n');
}

/** A line as it shows: without unseen characters, and without blanks at its ends. */
export function visibleLine(line: string): string {
  return line.replace(UNSEEN, '').trim();
}

/**
 * Says what the first line of a text opens; undefined when it opens nothing.
 *
 * @param text  with plain line ends and without a lead
 */
export function fenceLine(text: string): FenceLine | undefined {
  const [first = '', ...others] = text.split('\n', 12);
  const line = visibleLine(first);
  const bare = /^(---|\+\+\+)(?:\s+#.*)?$/.exec(line)?.[1];
  if (bare !== undefined) return bare as '---' | '+++';
  if (/^(?:---|\+\+\+)\s*(?:ya?ml|toml|json5?|coffee|cson|js|javascript)$/i.test(line)) return 'named';
  if (/^---\s+[!&{|>%]/.test(line)) return 'named';
  const plain = line.normalize('NFKC').replace(DASH, '-');
  // Of three hyphens a typographer makes one dash, or two marks.
  const isForeign = /^;;;(?:json)?$/i.test(plain) || (plain !== line && /^(?:-{1,3}|\+{3})$/.test(plain));
  const next = others.map(visibleLine).find((other) => other !== '');
  return isForeign && next !== undefined && KEY_LINE.test(next) ? 'foreign' : undefined;
}
