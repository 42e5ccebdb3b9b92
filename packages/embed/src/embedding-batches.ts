/**
 * Cuts a list of texts into requests that an embeddings endpoint accepts.
 *
 * Bounds are those of the large public endpoints, measured in UTF-8. Order is kept; nothing is dropped.
 */

/** Most texts in one request. */
export const BATCH_MAX_TEXTS = 2048;
/** Most bytes of text in one request. */
export const BATCH_MAX_BYTES = 1024 * 1024;
/** Most bytes of one text; what is beyond is not embedded. */
export const TEXT_MAX_BYTES = 24 * 1024;

/** Groups texts, each cut to {@link TEXT_MAX_BYTES}, into requests within all bounds. */
export function embeddingBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const cut = cutToBytes(text, TEXT_MAX_BYTES);
    const size = Buffer.byteLength(cut);
    if (batch.length === BATCH_MAX_TEXTS || (batch.length > 0 && bytes + size > BATCH_MAX_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(cut);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Keeps the longest beginning of a text that fits into so many bytes of UTF-8, ending between code points. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.toString('utf8', 0, end);
}
