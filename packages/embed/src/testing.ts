/**
 * For tests of embedders and of what uses them: a seeded embedder, the conformance suite, a local endpoint.
 */
export type { TestEmbedderOptions } from './testing/test-embedder.ts';
export { createTestEmbedder } from './testing/test-embedder.ts';
export type { OpenEmbedder, SuiteRunner } from './testing/describe-embedder.ts';
export { describeEmbedder } from './testing/describe-embedder.ts';
export type { FakeBehaviour, FakeOpenAi, FakeRequest } from './testing/fake-openai.ts';
export { startFakeOpenAi } from './testing/fake-openai.ts';
