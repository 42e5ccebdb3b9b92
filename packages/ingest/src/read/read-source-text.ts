/**
 * One text file as policy, fields and body.
 *
 * The policy is read before the body is looked at, so that a file which asks to be left out costs nothing and a body
 * that cannot be parsed never hides it.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';
import { cleanText } from '../files/clean-text.ts';
import { decodeText } from '../files/decode-text.ts';
import { UNWATCHED_CHARS, withinTimeBudget } from '../files/time-budget.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import { withoutLead, withPlainLineEnds } from '../front-matter/fence-line.ts';
import { parseFrontMatter } from '../front-matter/parse-front-matter.ts';
import { refuseExportedPolicy, refuseStrayPolicy } from '../front-matter/refuse-stray-policy.ts';
import { addDrops, type DropCounts, noDrops } from '../markdown/drop-counts.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { readPlain } from '../markdown/read-plain.ts';
import type { TextBlock } from '../markdown/text-block.ts';
import { isPolicyKey, type PolicyKeys, readPolicyKeys } from '../policy/read-policy-keys.ts';
import { readBytes } from './read-bytes.ts';
import type { ReadingContext } from './reading-context.ts';

/** A file with its front matter taken off. */
export interface SourceText {
  data: MetaRecord;
  keys: PolicyKeys;
  body: string;
}

/** A body as blocks. */
export interface BodyReading {
  blocks: TextBlock[];
  dropped: DropCounts;
}

/** Reads and decodes a file. Every failure is a {@link FileRefusedError}. */
export async function readText(real: string, context: Pick<ReadingContext, 'fileMiB'>): Promise<string> {
  return decodeText(await readBytes(real, context.fileMiB));
}

/** A line of a block, right under its fence. */
const KEY_LINE = /^[^\S\n]*\S+\n[^\p{L}\p{N}\n]{0,8}[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,40}["']?\s*[:=]/u;

/** Blocks after the first that are looked at; more are refused. */
const BLOCKS_MAX = 8;

function refuseSecond(): never {
  throw new FileRefusedError({
    field: 'front matter',
    reason: 'a second block with a policy follows the first',
    help: 'merge the two blocks',
  });
}

/** Refuses a body that opens with a second block of front matter in which a policy stands, or may stand. */
function refuseSecondBlock(body: string, count = 1): void {
  if (count > BLOCKS_MAX) refuseSecond();
  let second: ReturnType<typeof parseFrontMatter>;
  try {
    second = parseFrontMatter(body);
  } catch {
    // A rule of dashes over prose, or a block that cannot be read.
    refuseStrayPolicy(body);
    if (KEY_LINE.test(withPlainLineEnds(withoutLead(body)))) refuseSecond();
    return;
  }
  if (second.form === 'none') return;
  if (Object.keys(second.data).some(isPolicyKey)) refuseSecond();
  readPolicyKeys(second.data);
  refuseSecondBlock(second.body, count + 1);
}

/**
 * Parses a decoded text.
 *
 * @throws {FileRefusedError} when front matter or a policy key cannot be read, or a restriction stands outside it
 */
export function parseSource(text: string): SourceText {
  const { form, data, body } = parseFrontMatter(text);
  const keys = readPolicyKeys(data);
  if (form !== 'none') refuseSecondBlock(body);
  if (Object.keys(data).length === 0) refuseStrayPolicy(body);
  refuseExportedPolicy(body);
  return { data, keys, body };
}

/**
 * Reads a body as blocks, within the time a file may take.
 *
 * @param extension  lower case with its dot; decides between Markdown, MDX and plain text
 * @param options.keepComments  its comments are text (decisions 1.9); default false
 * @param options.prepare  changes the cleaned text before it is parsed
 * @throws {FileRefusedError} when the time is up or the body cannot be parsed
 */
export function readBody(
  body: string,
  extension: string,
  { fileSeconds }: Pick<ReadingContext, 'fileSeconds'>,
  options: { keepComments?: boolean | undefined; prepare?: ((text: string) => string) | undefined } = {},
): BodyReading {
  const { keepComments = false, prepare = (text: string) => text } = options;
  const parse = (): BodyReading => {
    const { text: clean, removed } = cleanText(body);
    const text = prepare(clean);
    const dropped = { ...noDrops(), invisible: removed };
    if (extension === '.txt' || extension === '.text') return { blocks: readPlain(text), dropped };
    const reading = readMarkdown(text, { mdx: extension === '.mdx', keepComments });
    addDrops(dropped, reading.dropped);
    return { blocks: reading.blocks, dropped };
  };
  return body.length <= UNWATCHED_CHARS ? parse() : withinTimeBudget(fileSeconds * 1000, parse);
}

/** Keys that the readers know besides those of policy. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(
  (
    'id slug type title label about locator date version parent creators authors author identifiers themes keywords topics tags ' +
    'description summary meaning chapter fragmentBy maxFragmentChars firstPage speakers'
  ).split(' '),
);

/** Notes which keys of a file mean nothing here. */
export function tallyIgnoredKeys(data: MetaRecord, { tallies }: Pick<ReadingContext, 'tallies'>): void {
  for (const key of Object.keys(data))
    if (!KNOWN_KEYS.has(key) && !isPolicyKey(key)) tallies.ignoredKeys.add(key);
}
