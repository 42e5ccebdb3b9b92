/**
 * Checks that a served index was stripped: shape, legal cells, and that nothing of the private side is left.
 *
 * Neither lint can run here, for the text is gone, and none is pretended to: a gist in a file that passes inherits the
 * verdict of the build it came from. Where that matters, the digest of the generation vouches for the bytes. This is
 * the one place that gives the brand without a lint (decisions 2.10).
 */
import { GIST_CEILING_CHARS, type LintedGist } from '@archive/contract';
import { codePointLength } from '@archive/text';
import { checkHeader, checkHomogeneous } from './check-header.ts';
import {
  checkDistinctIds,
  checkEntity,
  checkFragment,
  checkParents,
  checkReferences,
} from './check-structure.ts';
import { vectorProblem } from './check-vector.ts';
import { createChecker, isRecord, refuseUnknownKeys, type Checker } from './refusal.ts';
import { EXPOSURE_RANK } from './resolve-disclosure.ts';
import type {
  CodesSpec,
  ServedEntity,
  ServedEntry,
  ServedFragment,
  ServedIndexData,
} from './served-index.ts';
import { codeBits } from './sign-codes.ts';
import {
  aboutSchema,
  codesSchema,
  embedsSchema,
  servedEntitySchema,
  servedFragmentSchema,
} from './stored-shape.ts';
import { isCoded } from './to-served-index.ts';

/**
 * Reads a value as a served index.
 *
 * @param value         parsed JSON, with vectors as arrays and bits as base64, or an index in memory
 * @param options.file  path to name in errors
 * @returns a checked copy, vectors not copied
 * @throws {IndexFormatError} naming the first field at fault, never its value
 */
export function validateServedIndex(value: unknown, { file }: { file?: string } = {}): ServedIndexData {
  return validateServedPart(value, { file, elsewhere: undefined });
}

/**
 * As {@link validateServedIndex}, for some works of an index with all their fragments.
 *
 * @param options.elsewhere  ids of the other works, which may be parents; undefined when there are none
 */
export function validateServedPart(
  value: unknown,
  { file, elsewhere }: { file: string | undefined; elsewhere: ReadonlySet<string> | undefined },
): ServedIndexData {
  const checker = createChecker('served index', file);
  const header = checkHeader(checker, value, 'served');
  const codes = readCodes(checker, header.file['codes'], header.dimensions);
  const about =
    header.file['about'] === undefined
      ? undefined
      : checker.check(aboutSchema, header.file['about'], 'about');
  const entities = header.entities.map((entity, at) => readServedEntity(checker, entity, `entities[${at}]`));
  const entries = header.entries.map((entry, at): ServedEntry => {
    const field = `entries[${at}]`;
    if (!isRecord(entry)) throw checker.refuse(field, 'is not an object');
    refuseUnknownKeys(checker, entry, ENTRY_KEYS, field);
    checkHomogeneous(checker, entry, header, field);
    return readEntry(checker, entry, { field, codes, dimensions: header.dimensions });
  });

  checkDistinctIds(
    checker,
    entities.map(({ id }) => id),
    (at) => `entities[${at}].id`,
  );
  checkDistinctIds(
    checker,
    entries.map(({ fragment }) => fragment.id),
    (at) => `entries[${at}].fragment.id`,
  );
  checkParents(checker, entities, { mustResolve: true, elsewhere });
  const fragments = entries.map(({ fragment }) => fragment);
  checkReferences(checker, entities, fragments).forEach((members, at) => {
    checkWidest(
      checker,
      entities[at] as ServedEntity,
      members.map((member) => fragments[member] as ServedFragment),
      `entities[${at}]`,
    );
  });
  if (codes !== undefined && elsewhere === undefined && !entries.some((entry) => 'bits' in entry)) {
    throw checker.refuse('codes', 'is stated, but no entry holds bits');
  }
  const { builtAt, model, dimensions } = header;
  return {
    version: 4,
    kind: 'served',
    builtAt,
    model,
    dimensions,
    entities,
    entries,
    ...(codes === undefined ? {} : { codes }),
    ...(about === undefined ? {} : { about }),
  };
}

/** Checks the codes of a served index. */
export function readCodes(checker: Checker, value: unknown, dimensions: number): CodesSpec | undefined {
  if (value === undefined) return undefined;
  const codes = checker.check(codesSchema, value, 'codes');
  if (codes.bits !== codeBits(dimensions))
    throw checker.refuse('codes.bits', 'is not the smaller of 256 and the dimensions');
  if (codes.mean !== undefined && codes.mean.length !== dimensions) {
    throw checker.refuse('codes.mean', 'does not have the stated number of dimensions');
  }
  return codes;
}

/** Checks one entity of a served index by itself. */
export function readServedEntity(checker: Checker, value: unknown, field: string): ServedEntity {
  const entity = checker.check(servedEntitySchema, value, field);
  checkEntity(checker, entity, field);
  return entity;
}

function readEntry(
  checker: Checker,
  entry: Record<string, unknown>,
  { field, codes, dimensions }: { field: string; codes: CodesSpec | undefined; dimensions: number },
): ServedEntry {
  const fragment = readServedFragment(checker, entry['fragment'], `${field}.fragment`);
  const { exposure } = fragment.disclosure;
  const embeds = readEmbeds(checker, entry, exposure === 'text', field);
  if (codes !== undefined && embeds !== undefined && isCoded(exposure, embeds)) {
    if (Object.hasOwn(entry, 'vector'))
      throw checker.refuse(`${field}.vector`, 'is exact where the index states sign bits');
    return { fragment, bits: readBits(checker, entry['bits'], codes.bits, field), embeds };
  }
  if (Object.hasOwn(entry, 'bits'))
    throw checker.refuse(`${field}.bits`, 'stands where an exact vector belongs');
  const problem = vectorProblem(entry['vector'], dimensions);
  if (problem !== undefined) throw checker.refuse(`${field}.vector`, problem);
  const vector = entry['vector'] as ArrayLike<number>;
  return embeds === undefined ? { fragment, vector } : { fragment, vector, embeds };
}

function readEmbeds(checker: Checker, entry: Record<string, unknown>, isText: boolean, field: string) {
  if (!isText) return checker.check(embedsSchema, entry['embeds'], `${field}.embeds`);
  if (Object.hasOwn(entry, 'embeds'))
    throw checker.refuse(`${field}.embeds`, 'is stated for a fragment exposed as text');
  return undefined;
}

/** Checks one fragment of a served index by itself; the gist it may hold inherits the verdict of its build. */
export function readServedFragment(checker: Checker, value: unknown, field: string): ServedFragment {
  const { projection, summary, ...rest } = checker.check(servedFragmentSchema, value, field);
  checkFragment(checker, rest, field);
  const { exposure } = rest.disclosure;
  if (exposure === 'none')
    throw checker.refuse(`${field}.disclosure.exposure`, 'is none, which is never served');
  if (exposure !== 'text') {
    if (rest.text !== '')
      throw checker.refuse(`${field}.text`, 'is not empty, though the fragment is not exposed as text');
    if (summary !== undefined && summary !== '')
      throw checker.refuse(`${field}.summary`, 'is not empty, though the fragment is not exposed as text');
    if (rest.themes !== undefined)
      throw checker.refuse(`${field}.themes`, 'is stated, though the fragment is not exposed as text');
  }
  if (exposure !== 'semantic' && projection !== undefined) {
    throw checker.refuse(`${field}.projection`, 'is stated, though the fragment is not exposed as semantic');
  }
  const fragment: ServedFragment = exposure === 'text' && summary !== undefined ? { ...rest, summary } : rest;
  if (exposure !== 'semantic') return fragment;
  if (projection === undefined)
    throw checker.refuse(`${field}.projection`, 'is missing, though the fragment is exposed as semantic');
  const gistProblem = gistShapeProblem(projection.gist);
  if (gistProblem !== undefined) throw checker.refuse(`${field}.projection.gist`, gistProblem);
  const { lint, gist, source, review } = projection;
  return { ...fragment, projection: { lint, gist: gist as LintedGist, source, review } };
}

function gistShapeProblem(gist: string): string | undefined {
  if (gist.trim() === '') return 'is blank';
  if (CONTROL.test(gist)) return 'holds a line break or control character';
  return codePointLength(gist) > GIST_CEILING_CHARS
    ? `is longer than ${GIST_CEILING_CHARS} characters`
    : undefined;
}

function readBits(checker: Checker, value: unknown, bits: number, field: string): Uint8Array {
  const bytes = value instanceof Uint8Array ? value : decodeBase64(value);
  if (bytes === undefined) throw checker.refuse(`${field}.bits`, 'is missing or not base64');
  const unused = bytes.length * 8 - bits;
  if (unused < 0 || unused > 7)
    throw checker.refuse(`${field}.bits`, 'does not have the stated number of bits');
  if (unused > 0 && (bytes.at(-1) as number) >> (8 - unused) !== 0)
    throw checker.refuse(`${field}.bits`, 'sets bits beyond the stated number');
  return bytes;
}

function decodeBase64(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? new Uint8Array(bytes) : undefined;
}

function checkWidest(
  checker: Checker,
  entity: ServedEntity,
  fragments: readonly ServedFragment[],
  field: string,
): void {
  const widest = Math.max(...fragments.map(({ disclosure }) => EXPOSURE_RANK[disclosure.exposure]));
  if (EXPOSURE_RANK[entity.disclosure.exposure] !== widest) {
    throw checker.refuse(`${field}.disclosure.exposure`, 'is not the widest exposure of its fragments');
  }
  if (entity.themes !== undefined && widest !== EXPOSURE_RANK.text) {
    throw checker.refuse(`${field}.themes`, 'is stated, though no fragment of the work is exposed as text');
  }
}

const ENTRY_KEYS = ['fragment', 'vector', 'bits', 'embeds', 'model', 'dimensions'];
/** Line ends and every other control. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
