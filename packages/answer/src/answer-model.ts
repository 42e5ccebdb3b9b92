/**
 * The port of a model that writes: one prompt in, one whole reply out.
 *
 * A reply is read whole and checked before anybody sees a word of it, so there is nothing to stream from a model.
 */

/** What a model is asked. */
export interface ModelPrompt {
  /** Ours; to be given the role in which a model takes orders. */
  instructions: string;
  /** Data, fenced; to be given the role of a user. */
  input: string;
  /** Name and JSON Schema of the reply. */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
}

/** What a model said. */
export interface ModelReply {
  /** Undefined when the reply holds no text. */
  text: string | undefined;
  /** The model said that it would not do it. */
  isDeclined: boolean;
  /** The reply was cut before its end. */
  isTruncated: boolean;
  /** Absent when the endpoint does not say. */
  inputTokens?: number;
  /** Absent when the endpoint does not say. */
  outputTokens?: number;
}

/** A model that writes. */
export interface AnswerModel {
  /** `openai:gpt-5-mini`: adapter and model. */
  readonly model: string;
  /** The host that prompts leave this machine for, if any. */
  readonly host?: string;
  /** Where it is asked, for its operator to read: without credentials or query. */
  readonly address?: string;
  /**
   * Asks once.
   *
   * @throws {ModelError} when there is no reply to read
   */
  generate(prompt: ModelPrompt, options?: { signal?: AbortSignal }): Promise<ModelReply>;
}
