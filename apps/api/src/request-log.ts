/**
 * What is written down about a request: method, route pattern, status, duration and id. No path, no query, no body, no
 * address: a log must not become a record of what people asked (S§9).
 */

import type { ModelFailure } from '@archive/answer';
import { quantity } from './page/quantity.ts';

/** One line of the log. */
export type LogEntry =
  | { event: 'request'; requestId: string; method: string; route: string; status: number; durationMs: number }
  /** What was asked; only where the operator opted in. */
  | { event: 'question'; requestId: string; query: string }
  /** Something failed inside; `error` is a code or a class name, never a message. */
  | { event: 'failure'; requestId: string; route: string; error: string }
  /** The model that writes answers gave no reply: the class of its failure, and the status where its server gave one. */
  | { event: 'model'; requestId: string; failure: ModelFailure; status?: number }
  /** Whoever reads questions and passages together failed; `error` is a code or a class name. */
  | { event: 'reranker'; requestId: string; error: string }
  | { event: 'index-served'; seq?: number; model: string; entityCount: number; fragmentCount: number }
  /** `fault` says which file and which section or field of it, for the operator; it repeats nothing that stands there. */
  | { event: 'index-refused'; error: string; fault?: string }
  /** How many threads scan the index that goes into service, where more than one was asked for and it is large. */
  | { event: 'search-threads'; threads: number; error?: string }
  /** The list of what is taken down was read; how long it is. */
  | { event: 'takedowns'; entries: number }
  /** The list of what is taken down is gone; what it last said goes on counting. */
  | { event: 'takedowns-missing'; entries: number }
  | { event: 'takedowns-refused'; error: string }
  /** The store of the limits failed, or works again. */
  | { event: 'limit-store'; state: 'failed' | 'works'; error?: string }
  /** Of the disclosure ledger; names no work, no caller and no question. */
  | {
      event: 'ledger-alarm';
      alarm: 'work-total' | 'fragment-measured' | 'unavailable';
      kind?: 'gist' | 'place';
      error?: string;
    }
  /** Something an operator should know once. */
  | { event: 'notice'; notice: Notice };

/** What an operator is told once. */
export type Notice = 'forwarded-for-ignored' | 'server-key-not-kept' | 'queries-are-logged';

/** Takes log entries; must not throw. */
export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON to stderr. */
export const logToStderr: Log = (entry) => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};

/** Writes each entry as a short line to stderr, for somebody who watches a terminal. */
export const logToTerminal: Log = (entry) => {
  process.stderr.write(`${terminalLine(entry, new Date())}\n`);
};

/**
 * An entry as a short line.
 *
 * @param now  its hour is written, in UTC
 */
export function terminalLine(entry: LogEntry, now: Date): string {
  const clock = now.toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDThh:mm:ss'.length);
  switch (entry.event) {
    case 'request':
      return `${clock}  ${entry.method} ${entry.route}  ${entry.status}  ${entry.durationMs} ms`;
    case 'question':
      return `${clock}  asked: ${JSON.stringify(entry.query)} (request ${entry.requestId})`;
    case 'failure':
      return `${clock}  ${entry.route} failed inside: ${entry.error} (request ${entry.requestId})`;
    case 'model': {
      const status = entry.status === undefined ? '' : `, status ${entry.status}`;
      return `${clock}  the model gave no reply: ${entry.failure}${status} (request ${entry.requestId})`;
    }
    case 'reranker':
      return `${clock}  the reranker failed: ${entry.error} (request ${entry.requestId})`;
    case 'index-served': {
      const { seq, entityCount, fragmentCount, model } = entry;
      const which = seq === undefined ? 'the index' : `generation ${seq}`;
      return `${clock}  serving ${which}: ${quantity(entityCount, 'work')}, ${quantity(fragmentCount, 'passage')}, ${model}`;
    }
    case 'takedowns':
      return `${clock}  ${quantity(entry.entries, 'entry')} in the takedown list`;
    case 'takedowns-missing':
      return `${clock}  the takedown list is gone; what it last said (${quantity(entry.entries, 'entry')}) counts until a restart`;
    case 'takedowns-refused':
      return `${clock}  the takedown list cannot be used (${entry.error}): nothing is served until it can`;
    case 'limit-store':
      return entry.state === 'works'
        ? `${clock}  the store of the limits works again`
        : `${clock}  the store of the limits failed (${entry.error ?? 'unknown'}): counting here, and releasing nothing private until it is back`;
    case 'ledger-alarm':
      return `${clock}  ${ledgerAlarmText(entry)}`;
    case 'notice':
      return `${clock}  ${NOTICES[entry.notice]}`;
    case 'search-threads':
      return `${clock}  ${quantity(entry.threads, 'thread')} for each search${entry.error === undefined ? '' : `: no other could be started (${entry.error})`}`;
    case 'index-refused':
      return `${clock}  the published index was refused: ${entry.fault ?? entry.error}; what was served before, if anything, goes on being served`;
  }
}

function ledgerAlarmText({ alarm, kind, error }: Extract<LogEntry, { event: 'ledger-alarm' }>): string {
  switch (alarm) {
    case 'work-total':
      return `ledger: all callers together reached the budget of a private work (${kind === 'gist' ? 'descriptions' : 'locations'}); see archive ledger`;
    case 'fragment-measured':
      return 'ledger: a private passage was returned for as many different questions as all callers may ask of it';
    case 'unavailable':
      return `ledger: it cannot be kept (${error ?? 'unknown'}); nothing private is released until it can`;
  }
}

const NOTICES: Readonly<Record<Notice, string>> = {
  'forwarded-for-ignored':
    'requests come with X-Forwarded-For from an address that is no trusted proxy: all of them count as one caller (see server.trustedProxies)',
  'server-key-not-kept':
    'the key of the server cannot be kept beside the index: callers and cursors are new after a restart',
  'queries-are-logged': 'questions are written into this log, as --log-queries asks',
};

/** Names an error without its message: its code when it is one of ours, else its class. */
export function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, name }: { code?: unknown; name?: unknown } = error;
  if (typeof code === 'string' && /^[\w-]{1,64}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : 'Error';
}
