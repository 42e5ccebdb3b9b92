/**
 * The default store of a ledger: everything in memory, and every charge in an append-only log before it counts.
 *
 * Charges of several answers share one flush. Now and then, and at least every hour, the log is replaced by a snapshot of
 * what is still live, by atomic rename. Files are 0600 in a folder that is 0700 (decisions 1.11).
 *
 * Invariant: `charge` resolves when everything the answer relies on is on disk. What could not be written stays first in
 * line; until it is, nothing new is taken.
 */
import { randomBytes } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_ROWS, WINDOW_MS } from './budgets.ts';
import { type ChargedRow, headerLine, logLine, type LogItem, readLog, rowsOf } from './ledger-log.ts';
import { type ClockMark, LedgerClock, type MachineClock, machineClock, momentAfter } from './ledger-clock.ts';
import { LedgerState } from './ledger-state.ts';
import { EVERYBODY, type LedgerBounds, type LedgerStore } from './ledger-store.ts';
import { SECRET_BYTES } from './memory-store.ts';
import { becomeSingleWriter, type LockSettings, type WriterLock } from './single-writer.ts';

/** Settings of {@link openFileLedgerStore}. */
export interface FileStoreSettings extends Partial<LedgerBounds> {
  /** A clock that is taken at its word; default: time that goes by how long the machine has run. */
  readonly now?: () => number;
  /** The clocks of the machine; replaced in tests. */
  readonly machine?: MachineClock;
  /** Whose lock it is; replaced in tests. */
  readonly lock?: LockSettings;
  /** Writes at a position and flushes; replaced in tests. */
  readonly append?: Append;
}

/** Writes bytes at a position of a log and flushes them to disk. */
export type Append = (log: FileHandle, bytes: Buffer, position: number) => Promise<void>;

/** Name of the log in the folder of a ledger. */
export const LEDGER_LOG = 'disclosures.log';

/**
 * Opens the ledger of a folder, which is made when there is none; this process is its only writer until `close`.
 *
 * @throws {LedgerLockedError | LedgerDamagedError} and what the file system says
 */
export async function openFileLedgerStore(
  folder: string,
  settings: FileStoreSettings = {},
): Promise<LedgerStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const lock = await becomeSingleWriter(join(folder, 'writer.lock'), settings.lock);
  try {
    const store = new FileLedgerStore(folder, settings, lock);
    await store.load();
    return store;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What a folder's ledger holds, read without writing anything: for meters beside a server. Undefined when there is none. */
export async function readLedgerFolder(
  folder: string,
): Promise<Pick<LedgerStore, 'existingSecret' | 'totals'> | undefined> {
  const bytes = await readFile(join(folder, LEDGER_LOG)).catch(absent);
  if (bytes === undefined) return undefined;
  const held = new Held({ windowMs: WINDOW_MS, mostRows: MOST_ROWS });
  for (const item of readLog(bytes).items) held.take(item);
  return {
    existingSecret: (name) => Promise.resolve(held.secrets.get(name)?.value),
    totals: (at) =>
      Promise.resolve(
        held.state.totals(held.mark === undefined ? at : momentAfter(held.mark, machineClock())),
      ),
  };
}

/** Sets and secrets as a log tells them. */
class Held {
  readonly state: LedgerState;
  readonly secrets = new Map<string, { value: Uint8Array; until: number | undefined }>();
  mark: ClockMark | undefined;

  constructor(bounds: LedgerBounds) {
    this.state = new LedgerState(bounds);
  }

  take(item: LogItem): void {
    if ('secret' in item) this.secrets.set(item.secret, item);
    else if ('clock' in item) this.mark = item.clock;
    else {
      this.state.setTime(item.at);
      for (const row of rowsOf(item)) this.state.add(row);
    }
  }
}

class FileLedgerStore implements LedgerStore {
  readonly #folder: string;
  readonly #path: string;
  readonly #held: Held;
  readonly #given: (() => number) | undefined;
  readonly #machine: MachineClock;
  #clock: LedgerClock;
  readonly #append: Append;
  readonly #lock: WriterLock;
  #log: FileHandle | undefined;
  /** Length of the log up to which it is known to be good. */
  #goodBytes = 0;
  /** What is in memory and not on disk. */
  #pending: LogItem[] = [];
  /** The flush under way, and the one that will take what came in meanwhile. */
  #flushing: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** After a failure: no attempt before this. */
  #retryAt = 0;
  #failure: unknown;
  #appended = 0;
  #snapshotAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: string, settings: FileStoreSettings, lock: WriterLock) {
    const { windowMs = WINDOW_MS, mostRows = MOST_ROWS, append = appendDurably } = settings;
    this.#folder = folder;
    this.#path = join(folder, LEDGER_LOG);
    this.#held = new Held({ windowMs, mostRows });
    this.#given = settings.now;
    this.#machine = settings.machine ?? machineClock();
    this.#clock = new LedgerClock(this.#machine);
    this.#append = append;
    this.#lock = lock;
  }

  async load(): Promise<void> {
    const bytes = await readFile(this.#path).catch(absent);
    if (bytes !== undefined) {
      const { items, goodBytes } = readLog(bytes);
      for (const item of items) this.#held.take(item);
      this.#goodBytes = goodBytes;
      const { mark, state } = this.#held;
      if (mark !== undefined) this.#clock = new LedgerClock(this.#machine, momentAfter(mark, this.#machine));
      // Rows from a calendar that was ahead are no reason to wait for it: time goes on from them.
      this.#clock.atLeast(state.setTime(0));
    }
    // A snapshot to begin with: torn ends and expired rows are gone, and that the folder can be written is known.
    await this.#snapshot();
    this.#timer = setInterval(() => void this.#tidy(), TIDY_MS);
    this.#timer.unref();
  }

  moment(at?: number): Promise<number> {
    return Promise.resolve(this.#held.state.setTime(at ?? this.#now()));
  }

  async secret(name: string, until?: number): Promise<Uint8Array> {
    const known = this.#held.secrets.get(name);
    if (known === undefined) {
      this.#refuseWhileFailing();
      const value = randomBytes(SECRET_BYTES);
      this.#held.secrets.set(name, { value, until });
      this.#pending.push({ secret: name, value, until });
    }
    await this.#flushed();
    return (this.#held.secrets.get(name) as { value: Uint8Array }).value;
  }

  existingSecret(name: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#held.secrets.get(name)?.value);
  }

  view(_owners: readonly string[], at: number): ReturnType<LedgerStore['view']> {
    this.#held.state.setTime(at);
    return Promise.resolve(this.#held.state.view());
  }

  async charge(batch: Parameters<LedgerStore['charge']>[0]): ReturnType<LedgerStore['charge']> {
    const { refused, reached, rows } = this.#held.state.decide(batch);
    if (rows.length > 0) {
      this.#refuseWhileFailing();
      for (const row of rows) this.#held.state.add(row);
      this.#pending.push(toItem(batch.callers[0], rows));
    }
    if (refused.length === 0) await this.#flushed();
    return { refused, reached };
  }

  totals(at: number): ReturnType<LedgerStore['totals']> {
    return Promise.resolve(this.#held.state.totals(at));
  }

  /** A line without entries, when there is nothing else to write. */
  async check(): Promise<void> {
    this.#refuseWhileFailing();
    await (this.#pending.length === 0 && this.#flushing === undefined ? this.#flush() : this.#flushed());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#flushed().catch(() => undefined);
    await this.#log?.close();
    this.#log = undefined;
    await this.#lock.release();
  }

  #now(): number {
    return this.#given?.() ?? this.#clock.now();
  }

  /** Resolves when everything that is in memory now is on disk. */
  #flushed(): Promise<void> {
    if (this.#pending.length === 0) return this.#flushing ?? Promise.resolve();
    if (this.#flushing === undefined) return this.#flush();
    this.#next ??= this.#flushing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#flushed();
      });
    return this.#next;
  }

  #flush(): Promise<void> {
    this.#flushing = this.#write().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    this.#refuseWhileFailing();
    const items = this.#pending;
    this.#pending = [];
    try {
      await this.#lock.assertHeld();
      if (this.#isSnapshotDue()) return await this.#snapshot();
      const log = this.#log as FileHandle;
      if (this.#failure !== undefined) await log.truncate(this.#goodBytes);
      const bytes = Buffer.from(logLine(items));
      await this.#append(log, bytes, this.#goodBytes);
      this.#goodBytes += bytes.length;
      this.#appended += items.length;
      this.#failure = undefined;
    } catch (error) {
      this.#pending = [...items, ...this.#pending];
      this.#failure = error ?? new Error('the ledger could not be written');
      this.#retryAt = performance.now() + RETRY_MS;
      throw error;
    }
  }

  /** While the disk refuses, nothing is taken into memory that would have to be written later. */
  #refuseWhileFailing(): void {
    if (this.#isClosed && this.#log === undefined) throw new TypeError('the ledger is closed');
    if (this.#failure !== undefined && performance.now() < this.#retryAt) throw this.#failure;
  }

  #isSnapshotDue(): boolean {
    return this.#appended > SNAPSHOT_ITEMS || this.#now() - this.#snapshotAt >= HOUR_MS;
  }

  /** Replaces the log by what is live; called by one at a time. */
  async #snapshot(): Promise<void> {
    const temporary = `${this.#path}.tmp`;
    const now = this.#now();
    const { state, secrets } = this.#held;
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'wx', 0o600);
    let length = 0;
    try {
      const write = async (text: string): Promise<void> => {
        const bytes = Buffer.from(text);
        await writeAll(handle, bytes, length);
        length += bytes.length;
      };
      for (const [name, { until }] of secrets) if (until !== undefined && until <= now) secrets.delete(name);
      state.forgetExpired(now);
      await write(headerLine());
      if (this.#given === undefined) await write(logLine([{ clock: this.#clock.mark() }]));
      await write(logLine([...secrets].map(([secret, { value, until }]) => ({ secret, value, until }))));
      let items: LogItem[] = [];
      for (const { owner, at, ...row } of state.liveRows()) {
        items.push({ owner, at, rows: [{ ...row, joins: false }] });
        if (items.length < STRETCH) continue;
        await write(logLine(items));
        items = [];
      }
      if (items.length > 0) await write(logLine(items));
      await handle.datasync();
      await this.#lock.assertHeld();
      await rename(temporary, this.#path);
    } catch (error) {
      await handle.close();
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    await flushFolder(this.#folder);
    await this.#log?.close();
    this.#log = handle;
    this.#goodBytes = length;
    this.#appended = 0;
    this.#snapshotAt = now;
    this.#failure = undefined;
  }

  /** Between requests too, rows and daily secrets go when their time is over. */
  async #tidy(): Promise<void> {
    if (this.#flushing !== undefined || !this.#isSnapshotDue() || this.#isClosed) return;
    await this.#flush().catch(() => undefined); // Whoever asks next is told.
  }
}

function toItem(owner: string, rows: ReturnType<LedgerState['decide']>['rows']): LogItem {
  const joining = new Set(
    rows.flatMap(({ owner: whose, kind, subject, member }) =>
      whose === EVERYBODY ? [`${kind}/${subject}/${member}`] : [],
    ),
  );
  const charged: ChargedRow[] = rows
    .filter((row) => row.owner !== EVERYBODY)
    .map(({ kind, subject, member }) => ({
      kind,
      subject,
      member,
      joins: joining.has(`${kind}/${subject}/${member}`),
    }));
  return { owner, at: rows[0]?.at ?? 0, rows: charged };
}

/** The position is stated: after a write that failed half-way the handle stands somewhere else. */
async function appendDurably(log: FileHandle, bytes: Buffer, position: number): Promise<void> {
  await writeAll(log, bytes, position);
  await log.datasync();
}

async function writeAll(log: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await log.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined); // Some systems do not open folders.
  await handle?.sync().catch(() => undefined); // Some do not flush them: the rename is all they offer.
  await handle?.close();
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}

const STRETCH = 2000;
const SNAPSHOT_ITEMS = 20_000;
const HOUR_MS = 60 * 60 * 1000;
const TIDY_MS = 10 * 60 * 1000;
const RETRY_MS = 1000;
