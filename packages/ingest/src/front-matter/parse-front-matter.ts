/**
 * Splits a text into its front matter and its body (decisions 1.7c).
 *
 * Three forms: YAML between lines of `---`, TOML between lines of `+++`, a leading JSON object. What opens like one
 * of them is read or refused, never taken for text: a block that cannot be read may hold the policy of the file.
 */
import { FileRefusedError } from '../files/file-refused-error.ts';
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

/** White space and invisible characters that may stand before a block and would hide it. */
const LEAD = /^[\s\u200B\u2060\uFEFF]*/u;
const FENCE = /^(---|\+\+\+)[ \t]*(?:\n|$)/;
/** A fence that names a language; some tools read it, we do not, so it is no text either. */
const NAMED_FENCE = /^---[ \t]*(?:ya?ml|toml|json5?|coffee|cson|js|javascript)[ \t]*(?:\n|$)/i;

function fenced(text: string, fence: string): { block: string; body: string } {
  const start = text.indexOf('\n') + 1;
  if (start > 0) {
    const closing = fence === '---' ? /^---[ \t]*$/gm : /^\+\+\+[ \t]*$/gm;
    closing.lastIndex = start;
    const close = closing.exec(text);
    if (close !== null) {
      return {
        block: text.slice(start, close.index),
        body: text.slice(close.index + close[0].length).replace(/^\n/, ''),
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
  const head = text.replace(LEAD, '');
  const fence = FENCE.exec(head)?.[1];
  if (fence !== undefined) {
    const { block, body } = fenced(head, fence);
    return fence === '---'
      ? { form: 'yaml', data: parseYamlRecord(block), body }
      : { form: 'toml', data: parseTomlRecord(block), body };
  }
  if (NAMED_FENCE.test(head)) {
    throw new FileRefusedError({
      field: 'front matter',
      reason: 'its block names a language on the fence',
      help: 'use a bare line of ---',
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
