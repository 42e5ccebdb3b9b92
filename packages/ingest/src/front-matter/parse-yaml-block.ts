/**
 * YAML as the archive reads it: 1.2 core schema, nothing that changes meaning behind the author's back.
 *
 * Refused: directives, several documents, explicit tags, merge keys, duplicate keys, keys that are not plain text,
 * more values than the bounds allow. Numbers and dates stay the text that was written.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';
import { FileRefusedError } from '../files/file-refused-error.ts';
import {
  emptyMetaRecord,
  MetaBounds,
  type MetaRecord,
  type MetaValue,
  isMetaRecord,
  setMetaKey,
} from './meta-value.ts';

function refuse(reason: string, help = 'quote values that hold special characters'): never {
  throw new FileRefusedError({ field: 'front matter', reason, help });
}

/** The 1-based line of an offset. */
function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

interface Reading {
  document: Document.Parsed;
  bounds: MetaBounds;
  typedNumbers: boolean;
}

function scalarValue(scalar: Scalar, typedNumbers: boolean): string | boolean | number | null {
  const { value } = scalar;
  if (typeof value === 'boolean' || value === null || typeof value === 'string') return value;
  if (typedNumbers && typeof value === 'number') return value;
  return scalar.source ?? String(value);
}

function keyText(key: unknown): string {
  if (!isScalar(key) || key.value === null || key.tag !== undefined)
    refuse('one of its keys is not plain text');
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function convert(node: unknown, reading: Reading, depth: number): unknown {
  reading.bounds.enter(depth);
  if (node === null || node === undefined) return null;
  if (isAlias(node)) {
    const target = (node as Alias).resolve(reading.document);
    if (target === undefined) refuse('it refers to an anchor that is not there');
    return convert(target, reading, depth + 1);
  }
  if ((node as Node & { tag?: string }).tag !== undefined) refuse('it uses an explicit tag');
  if (isMap(node)) {
    const record = emptyMetaRecord();
    // Sound for a block without typed numbers; a config is checked by its schema.
    for (const pair of node.items)
      setMetaKey(record, keyText(pair.key), convert(pair.value, reading, depth + 1) as MetaValue);
    return record;
  }
  if (isSeq(node)) return node.items.map((item) => convert(item, reading, depth + 1));
  if (isScalar(node)) return scalarValue(node, reading.typedNumbers);
  return refuse('it holds a construct that is not read');
}

/**
 * Reads a YAML document as a value; an empty document is null.
 *
 * @throws {FileRefusedError} naming the line, never a value
 */
export function parseYamlValue(source: string): MetaValue {
  // Sound: scalarValue never returns a number here.
  return readYaml(source, false) as MetaValue;
}

/**
 * Reads a YAML document with numbers as numbers, as a config file needs them; otherwise as {@link parseYamlValue}.
 *
 * @throws {FileRefusedError} naming the line, never a value
 */
export function parseYamlConfig(source: string): unknown {
  return readYaml(source, true);
}

function readYaml(source: string, typedNumbers: boolean): unknown {
  const document = parseDocument(source, {
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    prettyErrors: false,
    stringKeys: false,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const kind = problem.code.toLowerCase().replaceAll('_', '-');
    const reason = `its YAML is not well formed at line ${lineAt(source, problem.pos[0])} (${kind})`;
    refuse(reason, problem.code === 'TAB_AS_INDENT' ? 'indent with spaces, not with tabs' : undefined);
  }
  if (document.directives.yaml.explicit === true || Object.keys(document.directives.tags).length > 1)
    refuse('it uses a YAML directive');
  return convert(document.contents, { document, bounds: new MetaBounds(), typedNumbers }, 0);
}

/**
 * Reads a YAML document that must be a record; an empty one is an empty record.
 *
 * @throws {FileRefusedError} when it is a list or a single value, or is not well formed
 */
export function parseYamlRecord(source: string): MetaRecord {
  const value = parseYamlValue(source);
  if (value === null) return emptyMetaRecord();
  if (!isMetaRecord(value)) refuse('it is not a list of keys with values');
  return value;
}
