/**
 * What is written down about a request: method, route pattern, status, duration and id. No path, no query, no body, no
 * address: a log must not become a record of what people asked (S§9).
 */

import { quantity } from './page/quantity.ts';

/** One line of the log. */
export type LogEntry =
  | { event: 'request'; requestId: string; method: string; route: string; status: number; durationMs: number }
  /** What was asked; only where the operator opted in. */
  | { event: 'question'; requestId: string; query: string }
  /** Something failed inside; `error` is a code or a class name, never a message. */
  | { event: 'failure'; requestId: string; route: string; error: string }
  | { event: 'index-served'; seq?: number; model: string; entityCount: number; fragmentCount: number }
  | { event: 'index-refused'; error: string };

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
    case 'index-served': {
      const { seq, entityCount, fragmentCount, model } = entry;
      const which = seq === undefined ? 'the index' : `generation ${seq}`;
      return `${clock}  serving ${which}: ${quantity(entityCount, 'work')}, ${quantity(fragmentCount, 'passage')}, ${model}`;
    }
    case 'index-refused':
      return `${clock}  the published index was refused: ${entry.error}; what was served before, if anything, goes on being served`;
  }
}

/** Names an error without its message: its code when it is one of ours, else its class. */
export function errorName(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { code, name }: { code?: unknown; name?: unknown } = error;
  if (typeof code === 'string' && /^[\w-]{1,64}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : 'Error';
}
