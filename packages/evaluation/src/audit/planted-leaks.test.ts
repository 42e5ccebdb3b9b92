import { expect, test } from 'vitest';
import { LeakLedger } from './leak-ledger.ts';
import { plantLeaks } from './planted-leaks.ts';
import { RunSweep } from './run-sweep.ts';

const samples = {
  sentence: 'Bax Cel keeps 123456 behind the dof guz since hivjum. 海山霧鐘灯橋波塩綱と、潮舟は言った。',
  canary: 'dof guz',
  vector: [0.25, -0.5, 0.75, 1, -0.25, 0.5, -0.75, 1],
  servedFile: new TextEncoder().encode(JSON.stringify({ version: 4, entries: ['a', 'b'] })),
  question: 'one',
};

function taught(): RunSweep {
  const sweep = new RunSweep();
  sweep.addPrivate(samples.sentence, 'note');
  sweep.addCanary(samples.canary);
  return sweep;
}

test('finds what it plants with a scanner that works, and names each place a blind one misses', () => {
  const bytes = {
    find: (payload: Uint8Array) =>
      payload.join(',').includes(new Uint8Array(Float32Array.from(samples.vector).buffer).join(','))
        ? [{ source: 'note', form: 'float32' }]
        : [],
  };
  expect(plantLeaks([{ samples, sweep: taught(), bytes }])).toEqual({ planted: 9, found: 9, missed: [] });
  const blind = plantLeaks([{ samples, sweep: new RunSweep() }]);
  expect([blind.planted, blind.found]).toEqual([9, 0]);
  expect(blind.missed).toContain('a sentence in a header');
});

test('a ledger says where and of what, never what', () => {
  const ledger = new LeakLedger(taught());
  ledger.exchange({
    label: 'POST /v1/new (as described, all)',
    sent: [samples.sentence],
    mayEcho: true,
    contentType: 'application/json',
    status: 200,
    head: '200 OK',
    body: new TextEncoder().encode(JSON.stringify({ asked: samples.sentence })),
  });
  expect(ledger.leaks).toEqual([]);
  ledger.text('a log', `${samples.sentence} again`);
  expect(ledger.leaks.map(({ place, what, sources }) => ({ place, what, sources }))).toEqual([
    { place: 'a log', what: 'words', sources: ['note'] },
    { place: 'a log', what: 'cjk', sources: ['note'] },
    { place: 'a log', what: 'canary', sources: ['canary 1'] },
  ]);
  ledger.text('another log', `${samples.sentence} again`);
  expect([ledger.leaks.length, ledger.payloads]).toEqual([3, 4]);
});
