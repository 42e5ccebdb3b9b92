/**
 * The lines of the ledger's log: what was charged, and the secrets it was charged under.
 *
 * A line is one flush, or one stretch of a snapshot: a checksum and an array of entries in JSON. The next line is begun
 * when the one before is on disk, so whatever a crash tore stands behind the last good line; a line that is no good in
 * front of a good one is damage, and damage is not passed over, since it would give budgets back.
 */
import { crc32 } from 'node:zlib';
import { ArchiveError } from '@archive/contract';
import type { ClockMark } from './ledger-clock.ts';
import { EVERYBODY, type LedgerKind } from './ledger-store.ts';
import type { LedgerRow } from './ledger-state.ts';

/** An entry of the log. */
export type LogItem =
  | { secret: string; value: Uint8Array; until: number | undefined }
  /** Where the time of the ledger stood. */
  | { clock: ClockMark }
  /** What was charged to one caller at one moment; `joins` says whether the set of everybody took it too. */
  | { owner: string; at: number; rows: readonly ChargedRow[] };

/** One row of a charge. */
export interface ChargedRow {
  readonly kind: LedgerKind;
  readonly subject: string;
  readonly member: string;
  readonly joins: boolean;
}

/** Raised when a log was changed by something else than a crash. */
export class LedgerDamagedError extends ArchiveError {
  constructor({ line, cause }: { line: number; cause?: unknown }) {
    super('ledger-damaged', {
      message: `line ${line} of the disclosure ledger is damaged`,
      help: 'restore it from a copy; moving the folder of the ledger away starts every budget anew',
      cause,
    });
  }
}

/** First entry of every log. */
const HEADER = 'archive-ledger/1';

/** The line that begins a log. */
export function headerLine(): string {
  return sealed(JSON.stringify(HEADER));
}

/** Entries as one line. */
export function logLine(items: readonly LogItem[]): string {
  return sealed(JSON.stringify(items.map(toJson)));
}

/**
 * Reads a log.
 *
 * @returns its entries in order, and how many bytes of it are good
 * @throws {LedgerDamagedError}
 */
export function readLog(bytes: Buffer): { items: LogItem[]; goodBytes: number } {
  const items: LogItem[] = [];
  let goodBytes = 0;
  let firstBad: number | undefined;
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    line += 1;
    const end = bytes.indexOf(NEWLINE, start);
    const json = end < 0 ? undefined : opened(bytes.subarray(start, end));
    if (json === undefined) firstBad ??= line;
    else if (firstBad !== undefined) throw new LedgerDamagedError({ line: firstBad });
    else {
      if (line === 1 ? json !== HEADER : !Array.isArray(json)) throw new LedgerDamagedError({ line });
      if (line > 1) for (const item of json as unknown[]) items.push(fromJson(item, line));
      goodBytes = end + 1;
    }
    if (end < 0) break;
    start = end + 1;
  }
  // A log comes into being whole, with its header: one without was cut by something else than a crash.
  if (goodBytes === 0) throw new LedgerDamagedError({ line: 1 });
  return { items, goodBytes };
}

/** The rows of an entry, those of everybody included. */
export function rowsOf({ owner, at, rows }: Extract<LogItem, { owner: string }>): LedgerRow[] {
  return rows.flatMap(({ kind, subject, member, joins }) => [
    ...(owner === EVERYBODY ? [] : [{ owner, kind, subject, member, at }]),
    ...(joins || owner === EVERYBODY ? [{ owner: EVERYBODY, kind, subject, member, at }] : []),
  ]);
}

function toJson(item: LogItem): unknown {
  if ('secret' in item)
    return ['secret', item.secret, Buffer.from(item.value).toString('base64'), item.until ?? null];
  if ('clock' in item) {
    const { moment, wall, uptime, boot } = item.clock;
    return ['clock', moment, wall, uptime, boot ?? null];
  }
  return [
    item.at,
    item.owner,
    item.rows.map(({ kind, subject, member, joins }) => [kind, subject, member, joins ? 1 : 0]),
  ];
}

function fromJson(value: unknown, line: number): LogItem {
  if (!Array.isArray(value)) throw new LedgerDamagedError({ line });
  if (value[0] === 'secret') {
    const [, secret, encoded, until] = value as [string, string, string, number | null];
    return { secret, value: Buffer.from(encoded, 'base64'), until: until ?? undefined };
  }
  if (value[0] === 'clock') {
    const [, moment, wall, uptime, boot] = value as [string, number, number, number, string | null];
    return { clock: { moment, wall, uptime, boot: boot ?? undefined } };
  }
  const [at, owner, rows] = value as [number, string, [LedgerKind, string, string, number][]];
  return {
    at,
    owner,
    rows: rows.map(([kind, subject, member, joins]) => ({ kind, subject, member, joins: joins === 1 })),
  };
}

const NEWLINE = 0x0a;

function sealed(json: string): string {
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

function opened(line: Buffer): unknown {
  const json = line.subarray(9);
  if (line[8] !== 0x20 || crc32(json).toString(16).padStart(8, '0') !== line.toString('latin1', 0, 8))
    return undefined;
  return JSON.parse(json.toString('utf8'));
}
