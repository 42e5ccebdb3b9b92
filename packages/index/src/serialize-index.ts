/**
 * Writes indexes as JSON text: the interchange form with vectors inside, or the form of a generation without them.
 *
 * Numbers are written so that they are read back the same, negative zero included. Keys come in one fixed order, so
 * equal indexes are equal bytes. One line an entry.
 */
import type { PrivateEntry, PrivateIndex } from './private-index.ts';
import type { ServedEntry, ServedIndexData } from './served-index.ts';

/** Whether vectors and bits stand in the JSON. */
export type Vectors = 'inline' | 'apart';

/** The pieces of the JSON of an index, in order. */
export function* serializeIndex(index: PrivateIndex | ServedIndexData, vectors: Vectors): Generator<string> {
  const { version, kind, builtAt, model, dimensions, entities } = index;
  yield `${JSON.stringify({ version, kind, builtAt, model, dimensions }).slice(0, -1)},"entities":[`;
  for (const [at, entity] of entities.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(entity)}`;
  yield '\n],"entries":[';
  if (index.kind === 'private') {
    for (const [at, entry] of index.entries.entries())
      yield `${at === 0 ? '\n' : ',\n'}${privateEntry(entry, vectors)}`;
    yield '\n]}\n';
    return;
  }
  for (const [at, entry] of index.entries.entries())
    yield `${at === 0 ? '\n' : ',\n'}${servedEntry(entry, vectors)}`;
  const { codes, about } = index;
  yield `\n]${codes === undefined ? '' : `,"codes":${codesJson(codes)}`}${about === undefined ? '' : `,"about":${JSON.stringify(about)}`}}\n`;
}

function privateEntry({ vector, contentHash, embeds, fragment }: PrivateEntry, vectors: Vectors): string {
  const rest = JSON.stringify({ contentHash, ...(embeds === undefined ? {} : { embeds }), fragment });
  return vectors === 'inline' ? `{"vector":${numbersJson(vector)},${rest.slice(1)}` : rest;
}

function servedEntry(entry: ServedEntry, vectors: Vectors): string {
  const { fragment, embeds } = entry;
  const rest = JSON.stringify({ ...(embeds === undefined ? {} : { embeds }), fragment });
  if (vectors === 'apart') return rest;
  const code =
    'bits' in entry
      ? `"bits":"${Buffer.from(entry.bits).toString('base64')}"`
      : `"vector":${numbersJson(entry.vector)}`;
  return `{${code},${rest.slice(1)}`;
}

/** Codes as JSON, numbers kept to the sign of zero. */
export function codesJson({ bits, seed, mean, line }: NonNullable<ServedIndexData['codes']>): string {
  const centre = mean === undefined ? '' : `"mean":${numbersJson(mean)},`;
  return `{"bits":${bits},"seed":${seed},${centre}"line":{"a":${numberJson(line.a)},"c":${numberJson(line.c)}}}`;
}

function numbersJson(numbers: ArrayLike<number>): string {
  return `[${Array.from(numbers, numberJson).join(',')}]`;
}

function numberJson(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
