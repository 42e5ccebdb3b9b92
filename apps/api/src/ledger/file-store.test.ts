import {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type FileStoreSettings, LEDGER_LOG, openFileLedgerStore, readLedgerFolder } from './file-store.ts';
import { LedgerDamagedError } from './ledger-log.ts';
import { EVERYBODY, type LedgerBatch, type LedgerStore } from './ledger-store.ts';
import { LedgerLockedError } from './single-writer.ts';

const HOUR = 60 * 60 * 1000;
const cleaning: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-ledger-file-'));
  cleaning.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'ledger');
}

async function open(folder: string, settings: FileStoreSettings = {}): Promise<LedgerStore> {
  const store = await openFileLedgerStore(folder, { now: () => 0, ...settings });
  cleaning.push(() => store.close());
  return store;
}

const gists = (at: number, ...members: string[]): LedgerBatch => ({
  callers: ['ann'],
  charges: members.map((member) => ({
    kind: 'gist',
    subject: 'work',
    member,
    all: { most: 1000, whenFull: 'add' },
  })),
  at,
});
const counted = async (store: LedgerStore, at = 1): Promise<number> =>
  (await store.view(['ann', EVERYBODY], at)).count(['ann'], 'gist', 'work');

describe('a ledger in a folder', () => {
  it('is for its owner alone', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'a'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('says by writing whether it can be written, and takes no room in it', async () => {
    const folder = await newFolder();
    let isFull = false;
    const store = await open(folder, {
      append: async (log, bytes, position) => {
        if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        await log.write(bytes, 0, bytes.length, position);
      },
    });
    await store.secret('faces');
    await store.check();
    isFull = true;
    await expect(store.check()).rejects.toMatchObject({ code: 'ENOSPC' });
    isFull = false;
    await expect.poll(() => store.check().then(() => 'well', String), { timeout: 20_000 }).toBe('well');
    expect(await store.totals(1)).toEqual([]);
    await store.close();
    await expect(store.check()).rejects.toThrow('the ledger is closed');
    expect(await counted(await open(folder))).toBe(0);
  });

  it('holds a charge on disk by the time it resolves', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'a', 'b'));
    expect(await readFile(join(folder, LEDGER_LOG), 'utf8')).toContain('"gist","work","b"');
    expect(await (await readLedgerFolder(folder))?.totals(1)).toEqual([
      { kind: 'gist', subject: 'work', members: 2, callers: 1 },
    ]);
  });

  it.each([1, 7, 40])('is read past an end that a crash tore %i bytes short', async (bytes) => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'a'));
    const { size } = await stat(join(folder, LEDGER_LOG));
    await store.charge(gists(0, 'b'));
    await store.close();
    const whole = (await stat(join(folder, LEDGER_LOG))).size;
    await truncate(join(folder, LEDGER_LOG), Math.max(size, whole - bytes));
    const again = await open(folder);
    expect(await counted(again)).toBe(1);
    await again.charge(gists(1, 'c'));
    await again.close();
    expect(await counted(await open(folder))).toBe(2);
  });

  it('is read past zeros and other rubbish behind the last flush', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'a'));
    await store.close();
    await appendFile(
      join(folder, LEDGER_LOG),
      Buffer.concat([Buffer.alloc(600), Buffer.from('\n12 []\n\n')]),
    );
    expect(await counted(await open(folder))).toBe(1);
  });

  it('is refused when a line in front of a good one is damaged, without a word of it', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'secretmember'));
    await store.charge(gists(0, 'b'));
    await store.close();
    const path = join(folder, LEDGER_LOG);
    await writeFile(path, (await readFile(path, 'utf8')).replace('secretmember', 'secretmembex'));
    const error = await openFileLedgerStore(folder).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(LedgerDamagedError);
    expect((error as Error).message).toBe('line 3 of the disclosure ledger is damaged');
    await expect(readLedgerFolder(folder)).rejects.toBeInstanceOf(LedgerDamagedError);
  });

  it('is refused when the log is empty: nobody gets a fresh budget by cutting it', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await store.charge(gists(0, 'a'));
    await store.close();
    await truncate(join(folder, LEDGER_LOG), 0);
    await expect(openFileLedgerStore(folder)).rejects.toBeInstanceOf(LedgerDamagedError);
  });

  it('has one writer; a lock whose process is gone is taken over', async () => {
    const folder = await newFolder();
    const store = await open(folder);
    await expect(openFileLedgerStore(folder)).rejects.toMatchObject({
      pid: process.pid,
      code: 'ledger-locked',
    });
    const lock = join(folder, 'writer.lock');
    const { space } = JSON.parse(await readFile(lock, 'utf8')) as { space: string };
    await store.close();
    await writeFile(lock, JSON.stringify({ space, pid: 2 ** 22 + 1, began: '1', token: 'gone' }));
    const second = await open(folder);
    await second.close();
    // The number was given to another process since.
    await writeFile(
      lock,
      JSON.stringify({ space, pid: process.ppid, began: 'another moment', token: 'gone' }),
    );
    await (await open(folder)).close();
    await writeFile(lock, 'rubbish');
    await (await open(folder)).close();
    expect(LedgerLockedError.name).toBe('LedgerLockedError');
  });

  it('has one writer among containers, whose process numbers mean nothing to each other', async () => {
    const folder = await newFolder();
    const quick = { beatMs: 50, staleMs: 1000 };
    const store = await open(folder, { lock: { ...quick, space: 'one' } });
    await store.charge(gists(0, 'a'));
    await expect(open(folder, { lock: { ...quick, space: 'two' } })).rejects.toMatchObject({
      code: 'ledger-locked',
    });
    await store.charge(gists(0, 'b'));
    // Killed in its container: nobody touches the lock any more, though the number is that of a living process.
    const lock = join(folder, 'writer.lock');
    const held = await readFile(lock, 'utf8');
    await store.close();
    await writeFile(lock, held);
    const second = await open(folder, { lock: { ...quick, space: 'two' } });
    expect(await counted(second)).toBe(2);
    // Stopped and woken again: the lock is somebody else's, or gone.
    await writeFile(lock, held);
    await expect(second.charge(gists(0, 'c'))).rejects.toBeInstanceOf(LedgerLockedError);
    await expect(second.check()).rejects.toBeInstanceOf(LedgerLockedError);
    expect(await readFile(join(folder, LEDGER_LOG), 'utf8')).not.toContain('"c"');
    await second.close();
    expect(await readFile(lock, 'utf8')).toBe(held);
  });

  it('rejects while the disk refuses, takes nothing new into memory, and goes on when it works again', async () => {
    const folder = await newFolder();
    let isFull = true;
    const store = await open(folder, {
      append: async (log, bytes, position) => {
        // As a full disk does: a part is written, then it fails.
        await log.write(bytes, 0, isFull ? 5 : bytes.length, position);
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        await log.datasync();
      },
    });
    await expect(store.charge(gists(0, 'a'))).rejects.toMatchObject({ code: 'ENOSPC' });
    for (const member of ['b', 'c', 'd'])
      await expect(store.charge(gists(0, member))).rejects.toMatchObject({ code: 'ENOSPC' });
    // Not even what is in memory already is free: it is not on disk.
    await expect(store.charge(gists(0, 'a'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await counted(store)).toBe(1);
    isFull = false;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await store.charge(gists(0, 'e'))).toEqual({ refused: [], reached: [] });
    await store.close();
    expect(await counted(await open(folder))).toBe(2);
  });

  it('lets charges of one moment share a flush, and lets nobody go before it is done', async () => {
    const folder = await newFolder();
    let flushes = 0;
    const release: (() => void)[] = [];
    const store = await open(folder, {
      append: async (log, bytes, position) => {
        flushes += 1;
        await new Promise<void>((resolve) => release.push(resolve));
        await log.write(bytes, 0, bytes.length, position);
      },
    });
    let done = 0;
    const charges = Array.from({ length: 50 }, (_, at) => store.charge(gists(0, `m${at}`)));
    // What somebody else is about to have on disk is not on disk yet.
    const rider = store.charge(gists(0, 'm0'));
    for (const charge of [...charges, rider]) void charge.then(() => (done += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([flushes, done]).toEqual([1, 0]);
    release.shift()?.();
    await expect.poll(() => flushes, { timeout: 20_000 }).toBe(2);
    release.shift()?.();
    await Promise.all([...charges, rider]);
    expect([flushes, done]).toEqual([2, 51]);
  });

  it('does not touch the disk for what the caller has', async () => {
    const folder = await newFolder();
    let flushes = 0;
    const store = await open(folder, {
      append: async (log, bytes, position) => {
        flushes += 1;
        await log.write(bytes, 0, bytes.length, position);
      },
    });
    await store.charge(gists(0, 'a'));
    for (let time = 0; time < 10; time++) await store.charge(gists(1, 'a'));
    expect(flushes).toBe(1);
  });

  it('forgets rows and daily secrets whose time is over, at least every hour', async () => {
    const folder = await newFolder();
    const clock = { at: 0 };
    const store = await open(folder, { now: () => clock.at });
    await store.secret('day-1', 24 * HOUR);
    const faces = await store.secret('faces');
    await store.charge(gists(0, 'old'));
    clock.at = 25 * HOUR;
    await store.charge(gists(clock.at, 'new'));
    const text = await readFile(join(folder, LEDGER_LOG), 'utf8');
    expect([text.includes('"old"'), text.includes('day-1'), text.includes('"new"')]).toEqual([
      false,
      false,
      true,
    ]);
    await store.close();
    const again = await open(folder, { now: () => clock.at });
    expect(Buffer.from(await again.secret('faces')).equals(faces)).toBe(true);
    expect(await counted(again, clock.at)).toBe(1);
  });

  it('survives a snapshot in the midst of charges', async () => {
    const folder = await newFolder();
    const clock = { at: 0 };
    const store = await open(folder, { now: () => clock.at });
    for (let round = 0; round < 20; round++) {
      clock.at = round * HOUR;
      await Promise.all(
        Array.from({ length: 20 }, (_, at) => store.charge(gists(clock.at, `r${round}-${at}`))),
      );
    }
    await store.close();
    expect(await counted(await open(folder, { now: () => clock.at }), clock.at)).toBe(400);
  });

  it.runIf(process.getuid?.() !== 0)(
    'cannot be opened where nothing can be written (root may write anywhere)',
    async () => {
      const folder = await newFolder();
      await (await open(folder)).close();
      await chmod(folder, 0o500);
      cleaning.push(() => chmod(folder, 0o700));
      await expect(openFileLedgerStore(folder)).rejects.toMatchObject({ code: 'EACCES' });
    },
  );
});
