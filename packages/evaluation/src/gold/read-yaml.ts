/**
 * YAML of an author, as data: 1.2 core schema, one document, every key once, aliases bounded.
 */
import { parseDocument } from 'yaml';
import { GoldSuiteError } from './gold-suite-error.ts';

/** Reads a file's text. @throws {GoldSuiteError} with the line at fault */
export function readYaml(text: string, path: string): unknown {
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    logLevel: 'silent',
  });
  const [fault] = document.errors;
  if (fault !== undefined)
    throw new GoldSuiteError(path, `line ${fault.linePos?.[0].line ?? 1} is not well formed YAML`, {
      help: 'quote strings that hold a colon, a hash or a bracket',
    });
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    throw new GoldSuiteError(path, 'repeats itself too often by its anchors', { cause });
  }
}

const MOST_ALIASES = 100;
