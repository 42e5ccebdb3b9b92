/**
 * The port between whoever needs vectors and whatever makes them.
 *
 * An embedder turns texts into vectors of one length; it does not store, score or decide who may send what. It says
 * about itself what callers need for those decisions: how far it reaches, where text would go, what floor and cap its
 * scores deserve.
 */

/** Options of one {@link Embedder.embed} call. */
export interface EmbedOptions {
  /** Ends the call with the signal's reason. */
  signal?: AbortSignal;
  /** What the texts are; default `document`. Embedders without the distinction ignore it. */
  purpose?: EmbedPurpose;
}

/** Whether a text is kept in an index or asked of one. */
export type EmbedPurpose = 'document' | 'query';

/** What an embedder knows about sign-bit codes of its vectors (decisions 1.3). */
export interface EmbedderCodes {
  /** Mean the vectors are centred on, fitted once on public text and shipped with the model; zero when absent. */
  mean?: number[];
  /** Line `a·x + c` from the estimate onto the scale of public cosines; identity when absent. */
  line?: { a: number; c: number };
}

/** Makes vectors from texts. */
export interface Embedder {
  /** Names the vector space, such as `ngram/1` or `openai:text-embedding-3-large`; equal names mean comparable vectors. */
  readonly model: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** `lexical`: near means shared spelling, so short texts can be read back. `semantic`: near means related. */
  readonly reach: 'lexical' | 'semantic';
  /** Cosine below which a hit is noise for this model; absent when nobody measured it. */
  readonly defaultFloor?: number;
  /** Largest released coarse score: the 99th percentile of honest queries; absent when nobody measured it. */
  readonly scoreCap?: number;
  /**
   * What the share of a question's words that a passage answers adds to its cosine, as points of a curve; see `Fusion` of
   * `@archive/retrieve`. Absent when nobody measured it: then a curve that suits most is used.
   */
  readonly fusion?: { readonly knots: readonly (readonly [share: number, lift: number])[] };
  readonly codes?: EmbedderCodes;
  /** Whether making a vector costs less than looking one up: builds then keep no cache of them. */
  readonly quick?: boolean;
  /** Host that texts are sent to; absent when they stay on this machine. */
  readonly host?: string;
  /**
   * Embeds texts, in order: one finite, non-zero vector of `dimensions` numbers each.
   *
   * @param texts  well-formed text with something to embed in each; an empty list gives an empty list
   * @throws {EmptyInputError} when a text holds nothing that can be embedded
   * @throws {EmbedderError}   when the vectors cannot be had
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
}
