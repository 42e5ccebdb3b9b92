import type { EvidenceHit, Search } from '@archive/contract';
import { expect, test } from 'vitest';
import { toyArchive, toyModel } from './toy-archive.fixture.ts';
import { tellsMoreThanAStep, watchAnswers } from './watch-answers.ts';

const hit = (score: number, raw: 'public' | 'private', fragmentId: string, more: object = {}): EvidenceHit =>
  ({ score, raw, fragmentId, exposure: raw === 'public' ? 'text' : 'locator', ...more }) as EvidenceHit;

test('a score off the grid, an explained one and an order that scores do not explain tell more than a step', () => {
  const fine = [hit(0.612, 'public', 'a'), hit(0.6, 'private', 'b'), hit(0.6, 'private', 'c')];
  expect(tellsMoreThanAStep({ hits: fine })).toBe(false);
  expect(tellsMoreThanAStep({ hits: [hit(0.6, 'public', 'z'), hit(0.6, 'private', 'a')] })).toBe(false);
  expect(tellsMoreThanAStep({ hits: [hit(0.61, 'private', 'b')] })).toBe(true);
  expect(tellsMoreThanAStep({ hits: [hit(0.6, 'private', 'b', { breakdown: { cosine: 0.6 } })] })).toBe(true);
  expect(tellsMoreThanAStep({ hits: [hit(0.6, 'private', 'b'), hit(0.612, 'public', 'a')] })).toBe(true);
  expect(tellsMoreThanAStep({ hits: [hit(0.6, 'private', 'c'), hit(0.6, 'private', 'b')] })).toBe(true);
  expect(tellsMoreThanAStep({ hits: [hit(0.6, 'private', 'b'), hit(0.6, 'public', 'a')] })).toBe(true);
});

test('a run of 5 hidden words in an answer is found once, the echoed question and released runs are not', async () => {
  const { model } = toyModel(40);
  const secret = 'wa wb wc wd we wf';
  const { open } = await toyArchive(model, [{ id: 'n1', text: `${secret} wg`, exposure: 'text' }]);
  const watch = watchAnswers([secret], []);
  const watched: Search = watch.over(open());
  await watched({ q: secret });
  await watched({ q: secret });
  expect(watch.faults()).toEqual({ answers: 2, quoting: 1, narrow: 0 });

  const allowed = watchAnswers([secret], ['we said wa wb wc wd we wf aloud']);
  await allowed.over(open())({ q: secret });
  expect(allowed.faults()).toEqual({ answers: 1, quoting: 0, narrow: 0 });
});

test('scores that are released exactly are seen', async () => {
  const { model } = toyModel(40);
  const { open } = await toyArchive(model, [{ id: 'n1', text: 'wa wb wc' }], { step: 0 });
  const watch = watchAnswers([], []);
  await watch.over(open())({ q: 'wa wd' });
  expect(watch.faults().narrow).toBe(1);
});
