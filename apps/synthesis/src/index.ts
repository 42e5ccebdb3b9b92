/**
 * Answers from an archive elsewhere, as a service: a Hono application and a server around it.
 *
 * It stands on the wire door of the contract, the client and the answers alone; nothing here can name a fragment.
 */
export type { SynthesisOptions } from './synthesis-app.ts';
export { createSynthesisApp } from './synthesis-app.ts';
export type { RunningSynthesis, StartOptions } from './start-synthesis.ts';
export { startSynthesis } from './start-synthesis.ts';
