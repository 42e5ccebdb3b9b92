/**
 * One request as it is planned, and the answer it got: what an attack over HTTP consists of.
 *
 * Nothing here sends; whoever attacks gives the way to do it.
 */

/** A request to be sent. */
export interface AttackCall {
  /** Method and route with the kind of request, never what is asked. */
  readonly label: string;
  /** Path with its query, from `/` on. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Values that are sent, which the answer may give back in the places meant for that. */
  readonly sent?: readonly string[];
  /** Whether `sent` may stand anywhere in the answer: for routes whose places for an echo are not known. */
  readonly mayEcho?: boolean;
}

/** An answer. */
export interface Exchange {
  /** As in {@link AttackCall}. */
  readonly label: string;
  /** As in {@link AttackCall}. */
  readonly sent: readonly string[];
  /** As in {@link AttackCall}; default false. */
  readonly mayEcho?: boolean;
  readonly contentType: string;
  readonly status: number;
  /** Status and headers as text. */
  readonly head: string;
  readonly body: Uint8Array;
}

/** Sends one request and gives its answer; rejects only when there is none. */
export type SendCall = (call: AttackCall) => Promise<Exchange>;
