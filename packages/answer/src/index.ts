/**
 * The door of @archive/answer: hits in, an answer out that cites public passages or refuses.
 *
 * Nothing here can hold a fragment: what it is made from are evidence hits. Adding a line is an API change.
 */

// Answering
export type { AnswerOptions } from './answer-question.ts';
export { answerQuestion } from './answer-question.ts';
export { answerEvents } from './answer-events.ts';
export { answerText } from './answer-text.ts';
export { relatedWorks, renderRelatedWork } from './related-works.ts';

// Checking
export { verifyAnswer } from './verify-answer.ts';
export type { InTurnOptions } from './verify-in-turn.ts';
export { verifyInTurn } from './verify-in-turn.ts';
export type { JudgeOptions } from './judge-faithfulness.ts';
export { judgeFaithfulness } from './judge-faithfulness.ts';

// Answering without a model
export type { ExtractedAnswer } from './extractive/extract-answer.ts';
export { extractAnswer } from './extractive/extract-answer.ts';
export type { Sentence } from './split-sentences.ts';
export { splitSentences } from './split-sentences.ts';

// The port of a model
export type { AnswerModel, ModelPrompt, ModelReply } from './answer-model.ts';
export type { ModelErrorOptions, ModelFailure } from './model-error.ts';
export { ModelConfigError, ModelError } from './model-error.ts';
export type { OpenAiModelOptions } from './openai-model.ts';
export { createOpenAiModel, OPENAI_BASE_URL } from './openai-model.ts';
export { boundedModel } from './bounded-model.ts';

// Telling an answer as it is made
export type { EventStreamOptions, SendEvent } from './event-stream.ts';
export { eventStream, wantsEvents } from './event-stream.ts';
