/**
 * Regular expressions that cannot run away: what an author writes into a suite is searched in time linear in the text.
 *
 * A pattern becomes a set of states that are all followed at once (Thompson 1968), so there is no backtracking to blow up;
 * what needs it, a look around or a reference back, is refused. A single character is matched by the platform's own engine,
 * with the flags `i` and `u`, so classes and properties mean what they mean in JavaScript.
 *
 * Bounds: 500 characters a pattern, 2,000 states, counts of 2,000. Cost of a search: states × characters.
 */

/** A pattern ready to be searched for. */
export interface SafePattern {
  readonly source: string;
  /** Whether the pattern occurs anywhere in the text. Case is ignored. */
  test(text: string): boolean;
}

/** Raised when a pattern is no regular expression, or one that this engine does not search for. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Compiles a pattern. @throws {PatternError} saying why it is refused, without quoting it */
export function safePattern(source: string): SafePattern {
  if (source.length > MOST_CHARS) throw new PatternError(`is longer than ${MOST_CHARS} characters`);
  try {
    new RegExp(source, 'iu');
  } catch {
    throw new PatternError('is no regular expression');
  }
  const program: State[] = [];
  const start = new Compiler(source, program).compile();
  return { source, test: (text) => occurs(program, start, Array.from(text)) };
}

/** Where to go from here: over a character, over an edge, both ways at once, or nowhere because all is matched. */
type State =
  | { readonly on: (character: string) => boolean; next: number }
  | { readonly edge: (before: string | undefined, after: string | undefined) => boolean; next: number }
  | { readonly ways: readonly number[] }
  | { readonly end: true };

type Node =
  | { readonly kind: 'character'; readonly on: (character: string) => boolean }
  | {
      readonly kind: 'edge';
      readonly edge: (before: string | undefined, after: string | undefined) => boolean;
    }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly ways: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number };

/** Reads a pattern that the platform has found well formed, and lays its states out from the end to the beginning. */
class Compiler {
  readonly #source: string;
  readonly #program: State[];
  #at = 0;

  constructor(source: string, program: State[]) {
    this.#source = source;
    this.#program = program;
  }

  compile(): number {
    const tree = this.#choice();
    return this.#lay(tree, this.#add({ end: true }));
  }

  #choice(): Node {
    const ways = [this.#sequence()];
    while (this.#take('|')) ways.push(this.#sequence());
    return ways.length === 1 ? (ways[0] as Node) : { kind: 'choice', ways };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#piece());
    return { kind: 'sequence', parts };
  }

  #piece(): Node {
    const atom = this.#atom();
    const counts = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(this.#source.slice(this.#at));
    if (counts === null) return atom;
    this.#at += counts[0].length;
    const [, sign, least = '0', open, most = ''] = counts;
    if (sign !== undefined)
      return {
        kind: 'repeat',
        of: atom,
        least: sign === '+' ? 1 : 0,
        most: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
      };
    const from = Number(least);
    const to = open === undefined ? from : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    // What is laid once for each time, or nothing at all, has no use of more.
    if (from > MOST_STATES || (to !== Number.POSITIVE_INFINITY && to > MOST_STATES))
      throw new PatternError(`repeats more than ${MOST_STATES} times`);
    return { kind: 'repeat', of: atom, least: from, most: to };
  }

  #atom(): Node {
    if (this.#take('(')) {
      if (this.#take('?') && !this.#take(':')) {
        const name = /^<([^=!>]*)>/.exec(this.#source.slice(this.#at));
        if (name === null) throw new PatternError('looks around itself, which is not searched for here');
        this.#at += name[0].length;
      }
      const inner = this.#choice();
      this.#at += 1;
      return inner;
    }
    if (this.#take('^')) return { kind: 'edge', edge: (before) => before === undefined };
    if (this.#take('$')) return { kind: 'edge', edge: (_, after) => after === undefined };
    const [written = ''] = CHARACTER.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += written.length;
    if (/^\\(?:[1-9]|k)/.test(written))
      throw new PatternError('refers back to a group, which is not searched for here');
    if (written === '\\b' || written === '\\B') {
      const wanted = written === '\\b';
      return {
        kind: 'edge',
        edge: (before, after) => (isWordLike(before) !== isWordLike(after)) === wanted,
      };
    }
    const one = new RegExp(`^(?:${written})$`, 'ius');
    const plain = written === '.' ? /^.$/u : one;
    const known = new Map<string, boolean>();
    return {
      kind: 'character',
      on: (character) => {
        let answer = known.get(character);
        if (answer === undefined) known.set(character, (answer = plain.test(character)));
        return answer;
      },
    };
  }

  #lay(node: Node, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.#add({ on: node.on, next });
      case 'edge':
        return this.#add({ edge: node.edge, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#lay(part, after), next);
      case 'choice':
        return this.#add({ ways: node.ways.map((way) => this.#lay(way, next)) });
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ of, least, most }: Extract<Node, { kind: 'repeat' }>, next: number): number {
    let after = next;
    if (most === Number.POSITIVE_INFINITY) {
      const ways: number[] = [next];
      after = this.#add({ ways });
      ways.push(this.#lay(of, after));
    } else {
      // The last of those that may be missing is laid first; each may be passed over.
      for (let n = least; n < most; n++) after = this.#add({ ways: [next, this.#lay(of, after)] });
    }
    for (let n = 0; n < least; n++) {
      const laid = this.#lay(of, after);
      // What matches nothing adds no state, so nothing else would end its repetition.
      if (laid === after) break;
      after = laid;
    }
    return after;
  }

  #add(state: State): number {
    if (this.#program.length >= MOST_STATES) throw new PatternError('repeats too much to be searched for');
    return this.#program.push(state) - 1;
  }

  #sees(sign: string): boolean {
    return this.#source[this.#at] === sign;
  }

  #take(sign: string): boolean {
    const isThere = this.#sees(sign);
    if (isThere) this.#at += 1;
    return isThere;
  }
}

/** Follows every state at once, from every place of the text. */
function occurs(program: readonly State[], start: number, characters: readonly string[]): boolean {
  let current = new Set<number>();
  for (let at = 0; at <= characters.length; at++) {
    const [before, after] = [characters[at - 1], characters[at]];
    const reached = closure(program, [...current, start], before, after);
    if (reached === 'matched') return true;
    current = new Set();
    if (after === undefined) return false;
    for (const state of reached) if ('on' in state && state.on(after)) current.add(state.next);
  }
  return false;
}

/** The states that can be reached without a further character. */
function closure(
  program: readonly State[],
  from: readonly number[],
  before: string | undefined,
  after: string | undefined,
): State[] | 'matched' {
  const seen = new Set<number>();
  const left = [...from];
  const reached: State[] = [];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = program[at] as State;
    if ('end' in state) return 'matched';
    if ('ways' in state) left.push(...state.ways);
    else if ('edge' in state) {
      if (state.edge(before, after)) left.push(state.next);
    } else reached.push(state);
  }
  return reached;
}

/** As `\b` means it: with the flags `i` and `u` two letters outside ASCII fold into it. */
function isWordLike(character: string | undefined): boolean {
  return character !== undefined && /^\w$/iu.test(character);
}

/** One character of a pattern: an escape, a class, or itself. */
const CHARACTER =
  /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|[1-9]\d*|.)|\[(?:[^\]\\]|\\.)*\]|[^])/u;
const MOST_CHARS = 500;
const MOST_STATES = 2_000;
