/**
 * The file format `ASM1` of a static model: what is where, and what the header says. Read and written from here alone.
 *
 * Little-endian: the magic `ASM1`, the length of the header as uint32, the header as UTF-8 JSON, then the sections, each
 * beginning at a multiple of 64 bytes from the start of the file, gaps filled with zeros.
 *
 *   pieces  UTF-8, each piece ended by a line feed, in the order of their ids
 *   scores  float32, log-probability of each piece
 *   rows    int8, one row of `dimensions` for each piece, then for each bucket of hashed n-grams
 *   scales  float32, what each row is multiplied by
 *   mean    float32, the vector the model is centred on
 */

/** First bytes of the file. */
export const MAGIC = 'ASM1';
/** Version of the format, not of a model. */
export const FORMAT = 1;
/** Sections begin at multiples of this many bytes, so that their numbers can be read in place. */
const ALIGNMENT = 64;
/** Names of the sections, in the order of the file. */
export const SECTIONS = ['pieces', 'scores', 'rows', 'scales', 'mean'] as const;

/** A section of the file. */
export type SectionName = (typeof SECTIONS)[number];

/** Where a section is. */
export interface SectionPlace {
  /** In bytes from the start of the file. */
  offset: number;
  /** In bytes. */
  length: number;
  /** SHA-256 in lower-case hexadecimal: says which part of a damaged file is damaged. */
  sha256: string;
}

/** How rows become a vector: `normalise(centred(Σ w(n)·row) - mean)`, over the different ids of a text. */
export interface Pooling {
  /** `w(n)` of an id that occurs n times: n, its square root, or 1 + its natural logarithm. */
  repeats: 'linear' | 'sqrt' | 'log';
  /** What the mean is taken off: the sum brought to length 1, or the sum as it is. */
  centre: 'unit' | 'sum';
}

/** What a model says about itself. */
export interface ModelFacts {
  /** Such as `static-multilingual`. */
  name: string;
  /** Version of the model; another one is another vector space. */
  version: number;
  /** Length of every vector, a multiple of 8. */
  dimensions: number;
  /** Number of pieces. */
  pieces: number;
  /** Number of rows for hashed n-grams. */
  buckets: number;
  /** How rows become a vector. */
  pooling: Pooling;
  /** Cosine below which a hit is noise. */
  floor: number;
  /** 99th percentile of the best scores of honest queries. */
  scoreCap: number;
  /** From the sign-bit estimate onto the scale of cosines. */
  line?: { a: number; c: number };
  /** Languages it was trained on, as BCP 47 tags. */
  languages: string[];
  /** The teacher, the settings of the training, and whatever else it noted. */
  notes: Readonly<Record<string, unknown>>;
}

/** The header of the file: the facts, and where the sections are. */
export interface ModelHeader extends ModelFacts {
  format: typeof FORMAT;
  sections: Record<SectionName, SectionPlace>;
}

/** The length in bytes that each section has to have, `pieces` apart, whose pieces differ in length. */
export function sectionLengths({
  dimensions,
  pieces,
  buckets,
}: ModelFacts): Record<Exclude<SectionName, 'pieces'>, number> {
  const rows = pieces + buckets;
  return { scores: 4 * pieces, rows: rows * dimensions, scales: 4 * rows, mean: 4 * dimensions };
}

/** The next multiple of the alignment. */
export function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
