/**
 * A cross-encoder behind HTTP: reads a question and passages together and says how well they fit.
 *
 * Speaks two shapes: that of Text Embeddings Inference (`texts`, a bare list of scores) and that of Cohere, which Jina,
 * vLLM and others share (`documents`, `results`). It is sent the question and public text, nothing else; whoever calls
 * goes on without it when it fails.
 */
import { isLoopbackHost } from '@archive/embed';
import { z } from 'zod';

/** Says how well texts answer a question. */
export interface Reranker {
  /** Host and port that questions and public passages go to, when that is another machine. */
  host?: string;
  /**
   * Scores texts.
   *
   * @returns one number for each text, in their order, 0 to 1
   * @throws  when it cannot say
   */
  score(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
}

/** Settings of {@link createHttpReranker}. */
export interface HttpRerankerOptions {
  /** The whole address, such as `http://127.0.0.1:8080/rerank`. */
  url: string;
  /** How it is spoken to. */
  shape: 'tei' | 'cohere';
  /** Name of the model, where one server has several. */
  model?: string;
  apiKey?: string;
}

/** Makes a reranker. Sends nothing until it is asked. @throws {TypeError} for an address that is none */
export function createHttpReranker({ url, shape, model, apiKey }: HttpRerankerOptions): Reranker {
  const { hostname, host } = new URL(url);
  return {
    ...(isLoopbackHost(hostname) ? {} : { host }),
    score: async (query, texts, signal) => {
      const named = model === undefined ? {} : { model };
      const body =
        shape === 'tei'
          ? { query, texts, truncate: true, raw_scores: false }
          : { ...named, query, documents: texts, top_n: texts.length };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        void response.body?.cancel().catch(() => undefined);
        throw new Error(`the reranker answered ${response.status}`);
      }
      const told = await jsonOf(response);
      const scored =
        shape === 'tei'
          ? teiSchema.parse(told)
          : cohereSchema
              .parse(told)
              .results.map(({ index, relevance_score }) => ({ index, score: relevance_score }));
      return inOrder(scored, texts.length);
    },
  };
}

/** Reads an answer, up to a bound. */
async function jsonOf({ body }: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the exchange.
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.byteLength;
    if (size > MOST_BYTES) throw new Error('the answer of the reranker is too long');
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Many times what the scores of all texts take; some servers repeat the texts. */
const MOST_BYTES = 4 * 1024 * 1024;

const place = z.int().min(0);
const teiSchema = z.array(z.object({ index: place, score: z.number() }));
const cohereSchema = z.object({ results: z.array(z.object({ index: place, relevance_score: z.number() })) });

/** Puts scores in the order of the texts; every text must have one. */
function inOrder(scored: readonly { index: number; score: number }[], count: number): number[] {
  const scores = new Map(scored.map(({ index, score }) => [index, Math.min(1, Math.max(0, score))]));
  return Array.from({ length: count }, (_, at) => {
    const score = scores.get(at);
    if (score === undefined || scored.length !== count) throw new Error('the reranker left texts out');
    return score;
  });
}
