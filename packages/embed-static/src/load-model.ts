/**
 * Opens the bytes of a model file: verifies them against a checksum, then reads the sections in place.
 *
 * A model decides what is found, so bytes that are not the ones meant are never used: the whole file has to have a known
 * SHA-256, one of this release or one the caller passes. Runs in browsers; reads no file and asks no network.
 *
 * Invariant: what comes back has gone through the checksum, and every id a tokeniser can give has a row.
 */
import { MODEL_CHECKSUMS } from './checksums.ts';
import { ModelChecksumError } from './model-checksum-error.ts';
import type { ModelHeader, SectionName } from './model-format.ts';
import { SECTIONS } from './model-format.ts';
import { ModelFormatError } from './model-format-error.ts';
import { readHeader } from './read-header.ts';
import { sha256Hex } from './sha256.ts';
import type { StaticModel } from './static-model.ts';
import { createStaticModel } from './static-model.ts';
import { createTokeniser } from './tokeniser.ts';
import { TruncatedModelError } from './truncated-model-error.ts';

/** Options of {@link loadStaticModel}. */
export interface LoadOptions {
  /** The SHA-256 the file has to have, in hexadecimal; default: that of any model of this release. */
  sha256?: string;
}

/**
 * Opens a static model.
 *
 * The bytes are used in place: do not change them afterwards.
 *
 * @throws {ModelFormatError}    when the bytes are no model, or of a format this version does not read
 * @throws {TruncatedModelError} when the file ends too early
 * @throws {ModelChecksumError}  when it is damaged or another model
 */
export async function loadStaticModel(bytes: Uint8Array, options: LoadOptions = {}): Promise<StaticModel> {
  const expected =
    options.sha256 === undefined ? Object.values(MODEL_CHECKSUMS) : [options.sha256.toLowerCase()];
  const sha256 = await sha256Hex(bytes);
  if (!expected.includes(sha256)) throw await whatIsWrong(bytes, sha256, expected);
  const header = readHeader(bytes);
  return open(bytes, header, sha256);
}

function open(bytes: Uint8Array, header: ModelHeader, sha256: string): StaticModel {
  const section = (name: SectionName): Uint8Array => {
    const { offset, length } = header.sections[name];
    return bytes.subarray(offset, offset + length);
  };
  const scores = floats(section('scores'), 'scores');
  const scales = floats(section('scales'), 'scales');
  const mean = floats(section('mean'), 'mean');
  const rows = section('rows');
  const pieces = textOf(section('pieces'));
  const lineFeeds = section('pieces').reduce((count, byte) => count + (byte === LINE_FEED ? 1 : 0), 0);
  if (lineFeeds !== header.pieces || !pieces.endsWith('\n')) {
    throw new ModelFormatError({
      field: 'pieces',
      message: `the model has ${lineFeeds} pieces where its header says ${header.pieces}`,
    });
  }
  const { format: _, sections: __, ...facts } = header;
  return createStaticModel({
    facts,
    sha256,
    tokeniser: createTokeniser({ pieces, scores, buckets: header.buckets }),
    rows: new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength),
    scales,
    mean,
  });
}

/** Why a file has the wrong checksum: the most telling reason there is. */
async function whatIsWrong(
  bytes: Uint8Array,
  actual: string,
  expected: readonly string[],
): Promise<ModelFormatError | TruncatedModelError | ModelChecksumError> {
  let header: ModelHeader;
  try {
    header = readHeader(bytes);
  } catch (error) {
    if (error instanceof TruncatedModelError) return error;
    if (error instanceof ModelFormatError && (error.field === 'magic' || error.field === 'format'))
      return error;
    return new ModelChecksumError({ actual, expected, damaged: ['header'], cause: error });
  }
  const damaged: string[] = [];
  for (const name of SECTIONS) {
    const { offset, length, sha256 } = header.sections[name];
    if ((await sha256Hex(bytes.subarray(offset, offset + length))) !== sha256) damaged.push(name);
  }
  return new ModelChecksumError({ actual, expected, damaged });
}

/** Reads float32 in place where the machine and the place of the bytes allow it, otherwise a copy. */
function floats(bytes: Uint8Array, field: SectionName): Float32Array {
  const values =
    LITTLE_ENDIAN && bytes.byteOffset % 4 === 0
      ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
      : copiedFloats(bytes);
  if (!values.every((value) => Number.isFinite(value))) {
    throw new ModelFormatError({
      field,
      message: `the ${field} of the model hold a number that is not finite`,
    });
  }
  return values;
}

function copiedFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getFloat32(4 * at, true));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ModelFormatError({ field: 'pieces', message: 'the pieces of the model are not UTF-8', cause });
  }
}

const LINE_FEED = 0x0a;
const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
