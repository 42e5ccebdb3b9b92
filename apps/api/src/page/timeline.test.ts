import { expect, it } from 'vitest';
import { hit } from './hits.fixture.ts';
import { timeline } from './timeline.ts';

it('names each year with its hits and leads to the first of them', async () => {
  const markup = String(
    await timeline([
      hit('1', { date: '2019-05' }),
      hit('2'),
      hit('3', { date: '2012', raw: 'private', exposure: 'locator' }),
      hit('4', { date: '2019' }),
    ]),
  );
  const words = markup.replace(/<svg.*?<\/svg>/gs, '').replace(/<span class="skip">|<\/span>/g, '');
  expect([...words.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, item]) => item)).toEqual([
    '<a href="#hit-3">1 hit of 2012</a>',
    '<a href="#hit-1">2 hits of 2019</a>',
    '1 hit undated',
  ]);
  expect(markup.match(/class="(text|locator)"/g)).toEqual([
    'class="locator"',
    'class="text"',
    'class="text"',
  ]);
});

it('is not there when everything is of one year, or undated', async () => {
  expect(String(await timeline([hit('1', { date: '2019' }), hit('2', { date: '2019-02' }), hit('3')]))).toBe(
    '',
  );
  expect(String(await timeline([hit('1'), hit('2', { date: 'never' })]))).toBe('');
  expect(String(await timeline([]))).toBe('');
});
