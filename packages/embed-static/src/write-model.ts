/**
 * Writes a static model: rows to int8 with a scale each, sections in their places, checksums into the header.
 *
 * What the loader would refuse is refused here. Equal input gives equal bytes: nothing is asked of clock or machine.
 */
import type { ModelFacts, ModelHeader, SectionName, SectionPlace } from './model-format.ts';
import { aligned, FORMAT, MAGIC, SECTIONS, sectionLengths } from './model-format.ts';
import { ModelFormatError } from './model-format-error.ts';
import { readHeader } from './read-header.ts';
import { sha256Hex } from './sha256.ts';

/** A model before it is a file. */
export interface ModelParts {
  /** What the header will say; counts are taken from the parts. */
  readonly facts: Omit<ModelFacts, 'pieces' | 'dimensions'>;
  /** In the order of their ids. */
  readonly pieces: readonly string[];
  /** As many as pieces. */
  readonly scores: Float32Array;
  /** One row for each piece, then for each bucket, one after the other. */
  readonly rows: Float32Array;
  /** Its length gives the dimensions. */
  readonly mean: Float32Array;
}

/**
 * Makes the bytes of a model file.
 *
 * @throws {ModelFormatError} when counts do not fit, a piece is empty, holds a line feed or occurs twice, or a number is
 *   not finite or a row is zero
 */
export async function writeModel(parts: ModelParts): Promise<Uint8Array> {
  const facts: ModelFacts = {
    ...parts.facts,
    pieces: parts.pieces.length,
    dimensions: parts.mean.length,
  };
  check(parts, facts);
  const { rows, scales } = quantiseRows(parts.rows, facts.dimensions);
  const contents: Record<SectionName, Uint8Array> = {
    pieces: new TextEncoder().encode(parts.pieces.map((piece) => `${piece}\n`).join('')),
    scores: floatBytes(parts.scores),
    rows: new Uint8Array(rows.buffer),
    scales: floatBytes(scales),
    mean: floatBytes(parts.mean),
  };
  const digests = new Map<SectionName, string>();
  for (const name of SECTIONS) digests.set(name, await sha256Hex(contents[name]));
  const { header, sections } = await layOut(facts, contents, digests);

  const bytes = new Uint8Array(
    Math.max(...SECTIONS.map((name) => sections[name].offset + sections[name].length)),
  );
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(MAGIC.length, header.length, true);
  bytes.set(header, MAGIC.length + 4);
  for (const name of SECTIONS) bytes.set(contents[name], sections[name].offset);
  readHeader(bytes);
  return bytes;
}

/** Places depend on the length of the header, which names the places: repeats until they agree. */
async function layOut(
  facts: ModelFacts,
  contents: Record<SectionName, Uint8Array>,
  digests: ReadonlyMap<SectionName, string>,
): Promise<{ header: Uint8Array; sections: Record<SectionName, SectionPlace> }> {
  let headerLength = 0;
  for (;;) {
    let offset = MAGIC.length + 4 + headerLength;
    const places = SECTIONS.map((name): [SectionName, SectionPlace] => {
      const place = {
        offset: aligned(offset),
        length: contents[name].length,
        sha256: digests.get(name) ?? '',
      };
      offset = place.offset + place.length;
      return [name, place];
    });
    const sections = Object.fromEntries(places) as Record<SectionName, SectionPlace>;
    const { notes, ...known } = facts;
    const header: ModelHeader = { format: FORMAT, ...known, notes, sections };
    const bytes = new TextEncoder().encode(JSON.stringify(header));
    if (bytes.length === headerLength) return { header: bytes, sections };
    headerLength = bytes.length;
  }
}

/** Rounds each row to whole multiples of its largest absolute value over 127. */
function quantiseRows(rows: Float32Array, dimensions: number): { rows: Int8Array; scales: Float32Array } {
  const quantised = new Int8Array(rows.length);
  const scales = new Float32Array(rows.length / dimensions);
  for (let row = 0; row < scales.length; row++) {
    let largest = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      largest = Math.max(largest, Math.abs(rows[row * dimensions + axis] as number));
    }
    const scale = Math.fround(largest / 127);
    if (!(scale > 0) || !Number.isFinite(scale)) {
      throw new ModelFormatError({
        field: 'rows',
        message: `row ${row} of the model is zero or holds a number that is not finite`,
        help: 'give every piece and every bucket a row that the training has touched',
      });
    }
    scales[row] = scale;
    for (let axis = 0; axis < dimensions; axis++) {
      const at = row * dimensions + axis;
      const exact = (rows[at] as number) / scale;
      quantised[at] = Math.sign(exact) * Math.min(127, Math.round(Math.abs(exact)));
    }
  }
  return { rows: quantised, scales };
}

function check({ pieces, scores, rows, mean }: ModelParts, facts: ModelFacts): void {
  const wrong = (field: string, message: string): never => {
    throw new ModelFormatError({ field, message, help: 'correct the parts the model is packed from' });
  };
  if (mean.length === 0 || pieces.length === 0) wrong('pieces', 'a model needs pieces and dimensions');
  if (!Number.isInteger(facts.buckets) || facts.buckets < 1)
    wrong('buckets', 'a model needs at least one bucket');
  const seen = new Set<string>();
  for (const [id, piece] of pieces.entries()) {
    if (piece === '' || piece.includes('\n')) wrong('pieces', `piece ${id} is empty or holds a line feed`);
    if (seen.has(piece)) wrong('pieces', `piece ${id} is there already`);
    seen.add(piece);
  }
  const lengths = sectionLengths(facts);
  if (4 * scores.length !== lengths.scores)
    wrong('scores', `there are ${scores.length} scores for ${pieces.length} pieces`);
  if (rows.length !== lengths.rows) {
    wrong(
      'rows',
      `there are ${rows.length / mean.length} rows for ${pieces.length} pieces and ${facts.buckets} buckets`,
    );
  }
  if (!scores.every((score) => Number.isFinite(score) && score <= 0)) {
    wrong('scores', 'a score is not a finite number of at most 0');
  }
  if (!mean.every((value) => Number.isFinite(value)))
    wrong('mean', 'the mean holds a number that is not finite');
}

function floatBytes(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => view.setFloat32(4 * at, value, true));
  return bytes;
}
