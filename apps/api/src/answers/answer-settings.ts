/**
 * How a server answers questions: by quoting, or with a model that an operator named.
 */
import type { AnswerModel } from '@archive/answer';

/** Settings of answers. */
export interface AnswerSettings {
  /** Writes answers, which are then checked; default: sentences of the archive are quoted. */
  model?: AnswerModel;
  /** The longest a model may take for one answer, all its calls together, in milliseconds; default 60,000. */
  timeoutMs?: number;
  /** Offers the tool `ask_archive` over MCP; default false. */
  mcpTool?: boolean;
}

/** Default of {@link AnswerSettings.timeoutMs}. */
export const ANSWER_TIMEOUT_MS = 60_000;
