/**
 * Embedders: the port, the built-in n-gram baseline, adapters for OpenAI-compatible endpoints and for local ONNX models,
 * and a cache.
 *
 * Imports the wire door of the contract only, for its error base. Who may send which text where is decided by the
 * caller with `assertMaySend`.
 */

// The port
export type { Embedder, EmbedderCodes, EmbedOptions, EmbedPurpose } from './embedder.ts';

// Embedders
export type { EmbedConfig } from './create-embedder.ts';
export { createEmbedder } from './create-embedder.ts';
export {
  createNgramEmbedder,
  NGRAM_DIMENSIONS,
  NGRAM_FLOOR,
  NGRAM_FUSION,
  NGRAM_SCORE_CAP,
} from './ngram-embedder.ts';
export type { OpenAiEmbedderOptions } from './openai-embedder.ts';
export { createOpenAiEmbedder, OPENAI_BASE_URL } from './openai-embedder.ts';
export type { OnnxEmbedderOptions } from './onnx/onnx-embedder.ts';
export { createOnnxEmbedder } from './onnx/onnx-embedder.ts';
export type {
  OnnxInferenceSession,
  OnnxRuntime,
  OnnxTensor,
  OnnxTensorMaker,
} from './onnx/onnx-session.ts';
export type { TokenPooling } from './onnx/token-pooling.ts';
export type { OnnxModelDownload } from './onnx/download-onnx-model.ts';
export { downloadOnnxModel } from './onnx/download-onnx-model.ts';

// Around an embedder
export type { EmbeddingCacheOptions } from './embedding-cache.ts';
export { withEmbeddingCache } from './embedding-cache.ts';
export { assertMaySend, PrivateTextError } from './assert-may-send.ts';
export { isLoopbackHost } from './is-loopback-host.ts';

// Errors
export { EmbedConfigError } from './embed-config-error.ts';
export type { EmbedderFailure } from './embedder-error.ts';
export { EmbedderError } from './embedder-error.ts';
export { EmptyInputError } from './empty-input-error.ts';
export { MissingPeerError } from './missing-peer-error.ts';
