/**
 * YAML of an author, as data: 1.2 core schema, one document, every key once; size, anchors and aliases bounded.
 */
import { parseDocument, visit } from 'yaml';
import { GoldSuiteError } from './gold-suite-error.ts';

/**
 * Reads a file's text: 4 Mi characters and 100 anchors and aliases at most, and a single document.
 *
 * @throws {GoldSuiteError} with the line at fault
 */
export function readYaml(text: string, path: string): unknown {
  if (text.length > MOST_CHARS)
    throw new GoldSuiteError(path, `is longer than ${MOST_CHARS} characters`, {
      help: 'divide it into several files',
    });
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    // With `silent` a second document would be dropped without a word; nothing is logged at this level either.
    logLevel: 'error',
  });
  const [fault] = document.errors;
  if (fault?.code === 'MULTIPLE_DOCS')
    throw new GoldSuiteError(path, 'holds more than one YAML document, and only the first would be read', {
      help: 'take out the line of `---` or `...` between them, or write them as files of their own',
    });
  if (fault !== undefined)
    throw new GoldSuiteError(path, `line ${fault.linePos?.[0].line ?? 1} is not well formed YAML`, {
      help: 'quote strings that hold a colon, a hash or a bracket',
    });
  // An alias is looked for in the whole document, so their number is bounded before any is followed.
  let [anchors, aliases] = [0, 0];
  visit(document, {
    Alias: () => void (aliases += 1),
    Value: (_, { anchor }) => void (anchors += anchor === undefined ? 0 : 1),
  });
  if (anchors > MOST_ALIASES || aliases > MOST_ALIASES)
    throw new GoldSuiteError(path, 'repeats itself too often by its anchors');
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (cause) {
    throw new GoldSuiteError(path, 'repeats itself too often by its anchors', { cause });
  }
}

const MOST_ALIASES = 100;
const MOST_CHARS = 4 * 1024 * 1024;
