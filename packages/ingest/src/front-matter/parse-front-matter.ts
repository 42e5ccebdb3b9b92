/**
 * Splits a text into its front matter and its body (decisions 1.7c).
 *
 * Three forms: YAML between lines of `---`, TOML between lines of `+++`, a leading JSON object. What opens like one
 * of them is read or refused, never taken for text: a block that cannot be read may hold the policy of the file.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';
import { fenceLine, withoutLead, withPlainLineEnds } from './fence-line.ts';
import { emptyMetaRecord, type MetaRecord } from './meta-value.ts';
import { JSON_OBJECT_START, jsonObjectEnd, parseJsonRecord } from './parse-json-object.ts';
import { parseTomlRecord } from './parse-toml-block.ts';
import { parseYamlRecord } from './parse-yaml-block.ts';

/** A text taken apart. */
export interface FrontMatter {
  /** Which form stood at the head; `none` when the text has no front matter. */
  form: 'none' | 'yaml' | 'toml' | 'json';
  data: MetaRecord;
  /** The text after the block. */
  body: string;
}

/** What may follow a closing fence on its line. */
const TRAIL = '(?:(?!\\n)[\\s\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\u2800])*$';

/** @param plain  the head with plain line ends, offsets as in `head` */
function fenced(head: string, plain: string, fence: '---' | '+++'): { block: string; body: string } {
  const start = plain.indexOf('\n') + 1;
  if (start > 0) {
    const closing = new RegExp(`^${fence === '---' ? '---' : '\\+\\+\\+'}${TRAIL}`, 'gmu');
    closing.lastIndex = start;
    const close = closing.exec(plain);
    if (close !== null) {
      return {
        block: plain.slice(start, close.index),
        body: head.slice(close.index + close[0].length).replace(/^[\n\v\f\u0085\u2028\u2029]/, ''),
      };
    }
  }
  throw new FileRefusedError({
    field: 'front matter',
    reason: 'its block is not closed',
    help: `close the block with a line of ${fence}`,
  });
}

/**
 * Takes a decoded text apart; line ends must be LF.
 *
 * @throws {FileRefusedError} when a block is not closed, not well formed, or in a form that is not read
 */
export function parseFrontMatter(text: string): FrontMatter {
  const head = withoutLead(text);
  const plain = withPlainLineEnds(head);
  const fence = fenceLine(plain);
  if (fence === '---' || fence === '+++') {
    const { block, body } = fenced(head, plain, fence);
    return fence === '---'
      ? { form: 'yaml', data: parseYamlRecord(block), body }
      : { form: 'toml', data: parseTomlRecord(block), body };
  }
  if (fence === 'named') {
    throw new FileRefusedError({
      field: 'front matter',
      reason: 'its block names a language on the fence',
      help: 'use a bare line of ---',
    });
  }
  if (fence === 'foreign') {
    throw new FileRefusedError({
      field: 'front matter',
      reason: 'its block opens with a fence that is not read',
      help: 'use a bare line of --- written with three hyphens',
    });
  }
  if (JSON_OBJECT_START.test(head)) {
    const end = jsonObjectEnd(head);
    if (end === -1)
      throw new FileRefusedError({ field: 'front matter', reason: 'its JSON object is not closed' });
    return {
      form: 'json',
      data: parseJsonRecord(head.slice(0, end)),
      body: head.slice(end).replace(/^[ \t]*\n/, ''),
    };
  }
  return { form: 'none', data: emptyMetaRecord(), body: text };
}
