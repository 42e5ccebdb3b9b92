/**
 * The port of a model that drafts descriptions. Whoever drafts one fragment after another needs no more of it.
 *
 * A drafter proposes. It sees only what is in a request, and nothing it answers is released before the lint and the
 * policy of the work have had their say.
 */

/** A model that describes one passage at a time. */
export interface Drafter {
  /** Names the model, such as `openai:gpt-5-mini`; stored beside every gist it drafts. */
  readonly model: string;
  /** Names the instructions; a gist drafted under others is drafted again. */
  readonly promptVersion: string;
  /** The host, with its port, that passages would be sent to; absent when they do not leave this machine. */
  readonly host?: string;
  /**
   * Drafts one description.
   *
   * @throws {DraftError} when no draft can be had; never an error that repeats the passage or the draft
   */
  draft(request: DraftRequest, options?: DraftOptions): Promise<DraftReply>;
}

/** How one draft is made. */
export interface DraftOptions {
  signal?: AbortSignal;
  /** Told when the drafter waits before it tries again, in milliseconds; for a line on a terminal. */
  onWait?: (waitMs: number) => void;
}

/** Everything a drafter is told about one fragment. */
export interface DraftRequest {
  /** For errors and logs of the private side; not part of what a model is told. */
  fragmentId: string;
  /** The whole text of the fragment. */
  text: string;
  /** As a caller of the archive sees it. */
  entity: { type: string; title: string };
  /** The place in the work, as a caller sees it. */
  locatorLabel: string;
  /** Proper names the draft may use; empty: none at all. */
  allowedNames: readonly string[];
  /** Longest draft in code points, 80 to 800. */
  maxChars: number;
  /** Words in a row that must not be those of the passage, 3 to 8. */
  ngramWords: number;
  /** Characters in a row, for scripts without spaces, 6 to 24. */
  ngramChars: number;
  /** The first draft, when it failed the lint: this is the second try. */
  rejected?: RejectedDraft;
}

/** A draft that failed the lint. */
export interface RejectedDraft {
  draft: string;
  /** What is wrong with it and where, in our words; never the shared run itself. */
  reason: string;
}

/** What a drafter answers. */
export interface DraftReply {
  /** As the model wrote it, unchecked. */
  gist: string;
  /** What the request cost, when the model says so. */
  usage?: DraftUsage;
}

/** Tokens of one request or of many. */
export interface DraftUsage {
  inputTokens: number;
  outputTokens: number;
}
