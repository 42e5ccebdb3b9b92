import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isUnlimited, localClientLedger, servedLedger } from './served-ledger.ts';

const cleaning: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

async function place() {
  const out = await mkdtemp(path.join(tmpdir(), 'archive-cli-ledger-'));
  cleaning.push(() => rm(out, { recursive: true, force: true }));
  return { out, config: {}, env: {}, log: () => undefined };
}

describe('isUnlimited', () => {
  it('takes --no-limits on this machine alone', () => {
    expect(isUnlimited({ limits: true }, '0.0.0.0')).toBe(false);
    expect(isUnlimited({}, '0.0.0.0')).toBe(false);
    expect(['127.0.0.1', '::1', 'localhost'].map((host) => isUnlimited({ limits: false }, host))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.4', 'archive.example'])(
    'refuses it on %s with exit code 2',
    (host) => {
      expect(() => isUnlimited({ limits: false }, host)).toThrow('--no-limits is for this machine alone');
    },
  );
});

describe('the ledger of a server', () => {
  it('has one writer: a second server is told which process writes it', async () => {
    const where = await place();
    const first = await servedLedger(where);
    cleaning.push(() => first.close());
    await expect(servedLedger(where)).rejects.toMatchObject({
      exitCode: 3,
      message: `the disclosure ledger is written by process ${process.pid}`,
      help: 'end the other server, serve another output folder, or share a ledger through Redis',
    });
    await first.close();
    const second = await servedLedger(where);
    await second.close();
  });

  it('leaves local clients an account each, and the same again after a restart', async () => {
    const where = await place();
    const [server, first] = [await servedLedger(where), await localClientLedger(where)];
    const second = await localClientLedger(where);
    cleaning.push(
      () => server.close(),
      () => first.close(),
      () => second.close(),
    );
    const folders = async () =>
      (await readdir(path.join(where.out, 'ledger'))).filter((name) => name.startsWith('stdio'));
    expect((await folders()).toSorted()).toEqual(['stdio', 'stdio-2']);
    await first.close();
    const again = await localClientLedger(where);
    await again.close();
    expect((await folders()).toSorted()).toEqual(['stdio', 'stdio-2']);
  });
});
