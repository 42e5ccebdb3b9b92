/**
 * What is known of a request while it is answered: who sent it, its id, and how far its limits let it go.
 *
 * Kept beside the request and not in it, so that no header of a caller can say it.
 */

/** Facts of one request. */
export interface RequestFacts {
  /** Opaque, the same for one caller over time; `anonymous` when nobody works callers out. */
  caller: string;
  requestId: string;
  /** The limits could not be counted where they should be: nothing private may be released. */
  isPublicOnly?: boolean;
  /** The answer is being made again, because something was taken down meanwhile. */
  isAgain?: boolean;
  /** It was made again too often: the caller is told to come back. */
  isGivenUp?: boolean;
}

const facts = new WeakMap<Request, RequestFacts>();

/** Notes what is known of a request. */
export function noteRequest(request: Request, known: RequestFacts): void {
  facts.set(request, known);
}

/** What is known of a request; undefined for one that came in another way. */
export function factsOf(request: Request): RequestFacts | undefined {
  return facts.get(request);
}
