/**
 * What an attacker needs of an embedder: the same vectors that the archive makes of a question.
 *
 * Owned by this package; an `Embedder` of `@archive/embed` fits it. Models of an archive are public, so an attacker has one.
 */

/** Makes vectors from texts. */
export interface ProbeEmbedder {
  /** Name of the model, as an index states it. */
  readonly model: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** Cosine below which an archive returns nothing, when the model states one. */
  readonly defaultFloor?: number;
  /** Largest score that an archive releases for what is not exposed as text, when the model states one. */
  readonly scoreCap?: number;
  /** How estimates from sign bits are brought onto the scale of cosines. */
  readonly codes?: { readonly line?: { readonly a: number; readonly c: number } };
  /** One vector of length 1 for each text, in order. */
  embed(texts: readonly string[], options?: { purpose?: 'document' | 'query' }): Promise<Float32Array[]>;
}
