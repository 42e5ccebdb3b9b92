/**
 * Offers an open model as an embedder: batches, limits, errors by name, and turns for other work in between.
 *
 * Texts stay in this process. By default every text with something to embed gets a vector, also one the model knows
 * nothing of: its character n-grams still find the same string again. Callers that would rather refuse set a limit.
 */
import { EmptyInputError } from '@archive/embed/port';
import type { Embedder, EmbedOptions } from '@archive/embed/port';
import type { ModelFacts } from './model-format.ts';
import type { StaticModel, StaticVector } from './static-model.ts';
import type { Encoding } from './tokeniser.ts';
import { UnknownTextError } from './unknown-text-error.ts';

/** An embedder that is a static model. */
export interface StaticEmbedder extends Embedder {
  /** Always `semantic`. */
  readonly reach: 'semantic';
  /** Cosine below which a hit is noise: a random question stays under it for at least 95 % of fragments. */
  readonly defaultFloor: number;
  /** 99th percentile of the best scores of honest queries. */
  readonly scoreCap: number;
  readonly fusion: NonNullable<Embedder['fusion']>;
  /** SHA-256 of the model file, lower-case hexadecimal. */
  readonly sha256: string;
  /** What the model says about itself. */
  readonly facts: Readonly<ModelFacts>;
  /** The rows a text is made of, and how much of it is unknown. */
  encode(text: string): Encoding;
  /**
   * Embeds texts as `embed` does, and says of each how much of it is unknown. The limit does not apply: the caller sees
   * the share and judges.
   *
   * @throws {EmptyInputError} when a text holds nothing that can be embedded
   */
  embedWithReport(texts: readonly string[], options?: EmbedOptions): Promise<StaticVector[]>;
}

/** Options of {@link openEmbedder}. */
export interface OpenEmbedderOptions {
  /** Largest unknown share of a text that `embed` accepts, 0 to 1; default 1, which refuses nothing. */
  maxUnknownShare?: number;
}

/**
 * Makes an embedder of an open model.
 *
 * @throws {RangeError} when the limit is not from 0 to 1
 */
export function openEmbedder(model: StaticModel, options: OpenEmbedderOptions = {}): StaticEmbedder {
  const { maxUnknownShare = 1 } = options;
  if (!(maxUnknownShare >= 0 && maxUnknownShare <= 1))
    throw new RangeError('maxUnknownShare is not from 0 to 1');
  const { facts } = model;

  const embedAll = async (
    texts: readonly string[],
    signal: AbortSignal | undefined,
    limit: number,
  ): Promise<StaticVector[]> => {
    signal?.throwIfAborted();
    const results: StaticVector[] = [];
    let units = 0;
    for (const [position, text] of texts.entries()) {
      if (units > UNITS_PER_TURN) {
        await nextTurn();
        signal?.throwIfAborted();
        units = 0;
      }
      const result = model.vectorOf(text);
      if (result === undefined) throw new EmptyInputError({ position });
      const { unknownShare } = result;
      if (unknownShare > limit)
        throw new UnknownTextError({ position, unknownShare, maxUnknownShare: limit });
      results.push(result);
      units += text.length;
    }
    return results;
  };

  return {
    model: model.model,
    dimensions: facts.dimensions,
    reach: 'semantic',
    quick: true,
    defaultFloor: facts.floor,
    scoreCap: facts.scoreCap,
    fusion: STATIC_FUSION,
    ...(facts.line === undefined ? {} : { codes: { line: facts.line } }),
    sha256: model.sha256,
    facts,
    encode: (text) => model.encode(text),
    embed: async (texts, { signal } = {}) =>
      (await embedAll(texts, signal, maxUnknownShare)).map(({ vector }) => vector),
    embedWithReport: (texts, { signal } = {}) => embedAll(texts, signal, 1),
  };
}

/** What words add to the cosines of our models: fitted on training questions (decision 20, `bench fit-curve`). */
const STATIC_FUSION = {
  knots: [
    [0.1, 0.1],
    [1, 3],
  ],
} as const;

/** Lets timers, input and other requests have their turn; there is no shorter way that browsers know too. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/** About 20 ms of work. */
const UNITS_PER_TURN = 200_000;
