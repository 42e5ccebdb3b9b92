/**
 * Makes served strings harmless to the program that shows them and plain to the model that reads them.
 *
 * Whoever wrote a public text may have meant a client to load an image, follow a link, run markup, obey hidden letters
 * or move the cursor. What nobody can see goes; syntax that would act gets a space put into it, which is seen, keeps
 * the words and breaks it for every reader of Markdown and HTML. What is left says the same to a person.
 *
 * Invariant: each function gives back unchanged what one of its own results was.
 */

/** A passage: lines and paragraphs stay. */
export function neutralText(text: string): string {
  return broken(visible(text));
}

/** A title, name, label or other one-line string: a line break becomes a space. */
export function neutralLine(text: string): string {
  return broken(visible(text).replace(/[\n\t]+/g, ' '));
}

/**
 * An address: percent-encoded where it could begin or end markup or could not be seen, otherwise as it was.
 *
 * @returns a neutral line when it is no http(s) address
 */
export function neutralUrl(address: string): string {
  return /^https?:\/\//i.test(address) ? encoded(wellFormed(address), UNSAFE) : neutralLine(address);
}

/** An id: itself, or percent-encoded when it could be markup or hidden letters; {@link idsMeant} reads it back. */
export function neutralId(id: string): string {
  const whole = wellFormed(id);
  return whole.search(UNSAFE) === -1 ? whole : encoded(whole, UNSAFE_OR_PERCENT);
}

/** What an id that came from a caller may mean: itself, or what it spells. */
export function idsMeant(given: string): string[] {
  if (!given.includes('%')) return [given];
  try {
    return [given, decodeURIComponent(given)];
  } catch {
    return [given];
  }
}

/** What can begin, end or join Markdown and HTML or be an address of mail, and what nobody sees. */
const UNSAFE = /[<>[\]()"'`\\\s\p{C}\p{Default_Ignorable_Code_Point}]|(?<!\/)@|&(?=#?[\da-z]+;)/giu;
const UNSAFE_OR_PERCENT = new RegExp(`%|${UNSAFE.source}`, UNSAFE.flags);

function encoded(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, (char) =>
    Array.from(ENCODER.encode(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
      '',
    ),
  );
}

const ENCODER = new TextEncoder();

/** Takes out what a person would not see: controls, terminal sequences, tags, direction marks, lone selectors. */
function visible(text: string): string {
  return wellFormed(text)
    .replace(TERMINAL_SEQUENCE, '')
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(HIDDEN, (char, at: number, whole: string) =>
      char === '\n' || char === '\t' || isAtWork(char, at, whole) ? char : '',
    );
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

/** Controls, what Unicode says is not drawn, and the marks of annotations that lie between lines. */
const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/**
 * Whether a hidden character does the work it exists for: a joiner between two letters or two pictures, a choice of
 * form behind a sign. One anywhere else, or several in a row, is a message and goes.
 */
function isAtWork(char: string, at: number, whole: string): boolean {
  const before = whole.slice(Math.max(0, at - 4), at);
  if (char === TEXT_FORM || char === PICTURE_FORM) return SIGN_END.test(before);
  if (char !== ZWJ && char !== ZWNJ) return false;
  return JOINED_END.test(before) && JOINED_START.test(whole.slice(at + char.length, at + 4));
}

const ZWNJ = '\u200C';
const ZWJ = '\u200D';
const TEXT_FORM = '\uFE0E';
const PICTURE_FORM = '\uFE0F';
const SIGN_END = /[\p{Emoji}\p{Extended_Pictographic}\p{S}]$/u;
const JOINED_END =
  /(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]|[\p{Extended_Pictographic}\p{S}]\uFE0F?)$/u;
const JOINED_START = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Extended_Pictographic}\p{S}]/u;

/** Sequences that move a terminal, with the letters they are made of. */
const TERMINAL_SEQUENCE = new RegExp(
  [
    '(?:\\u001B\\[|\\u009B)[0-?]*[ -/]*[@-~]',
    '(?:\\u001B\\]|\\u009D)[^\\u0007\\u001B\\u009C]*(?:\\u0007|\\u001B\\\\|\\u009C)?',
    '\\u001B[ -/]*[0-~]',
  ].join('|'),
  'g',
);

/**
 * Puts a space into what would act: images, links and their definitions, tags, addresses, and the escapes and references
 * to characters that an address can be written with.
 */
function broken(text: string): string {
  return text
    .replace(/!\[/g, '! [')
    .replace(/\](?=[([:])/g, '] ')
    .replace(/<(?=[\p{L}/!?])/gu, '< ')
    .replace(/&(?=#?[\da-z]+;)/gi, '& ')
    .replace(/\\(?=[:/.@])/g, '\\ ')
    .replace(/:(?=\/\/)/g, ': ')
    .replace(/www(?=\.)/gi, 'www ')
    .replace(/((?:mailto|xmpp):)(?=\S)/gi, '$1 ')
    .replace(/(?<=\S)@(?=\S)/g, '@ ');
}
