/**
 * A model of tests: says what its script says, remembers what it was asked, and can be held until it is let go.
 */
import type { AnswerModel, ModelPrompt } from '@archive/answer';

/** A model and what it was asked. */
export interface ScriptedModel extends AnswerModel {
  readonly prompts: ModelPrompt[];
  readonly signals: AbortSignal[];
}

/** A reply of one sentence that quotes the bell passage of the sample, with a citation that resolves. */
const BELL_REPLY = replyOf('The harbour bell rings in the fog.');

/** A reply of one sentence that cites one passage, by default that of the bell. */
export function replyOf(
  text: string,
  fragmentId = 'essay:harbour-bells#s1',
  url = 'http://localhost:8787/e/essay:harbour-bells',
): string {
  return JSON.stringify({
    mode: 'partial',
    sentences: [{ text, citations: [{ fragmentId, url }] }],
    related: [],
  });
}

/** Makes one; the last reply answers all further prompts. `before` is awaited before each reply. */
export function scriptedModel(
  replies: readonly string[] = [BELL_REPLY],
  before: (call: number) => unknown = () => undefined,
): ScriptedModel {
  const prompts: ModelPrompt[] = [];
  const signals: AbortSignal[] = [];
  return {
    model: 'test:scripted',
    prompts,
    signals,
    generate: async (prompt, { signal } = {}) => {
      prompts.push(prompt);
      if (signal !== undefined) signals.push(signal);
      const call = prompts.length;
      await before(call);
      return { text: replies[Math.min(call, replies.length) - 1], isDeclined: false, isTruncated: false };
    },
  };
}
