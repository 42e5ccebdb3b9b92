/**
 * A drafter without a network: answers as told, and remembers what it was asked.
 */
import type { Drafter, DraftReply, DraftRequest } from '../drafter.ts';
import { inventedGist } from './scripted-gists.ts';

/** Settings of {@link createScriptedDrafter}. */
export interface ScriptedDrafterOptions {
  /** Default `scripted/1`. */
  model?: string;
  /** Default `test-1`. */
  promptVersion?: string;
  /** Host it claims to send texts to; it never does. */
  host?: string;
  /** Writes the gist, or throws; default an invented one for the text. */
  draft?: (request: DraftRequest, signal: AbortSignal | undefined) => string | Promise<string>;
}

/** Makes a drafter and the list of its requests, in order. */
export function createScriptedDrafter({
  model = 'scripted/1',
  promptVersion = 'test-1',
  host,
  draft = ({ text }) => inventedGist(text),
}: ScriptedDrafterOptions = {}): Drafter & { readonly requests: readonly DraftRequest[] } {
  const requests: DraftRequest[] = [];
  return {
    model,
    promptVersion,
    ...(host === undefined ? {} : { host }),
    requests,
    async draft(request, { signal } = {}): Promise<DraftReply> {
      requests.push(request);
      return { gist: await draft(request, signal), usage: { inputTokens: 100, outputTokens: 10 } };
    },
  };
}
