import type { EvidenceHit } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { place, semantic, text } from '../run/hits.fixture.ts';
import { parseCanaries } from './parse-canaries.ts';
import { holdsUnspacedText, sweepCanaries, sweepStrings } from './sweep-canaries.ts';

const canaries = (yaml: string) => {
  const parsed = parseCanaries(yaml, { path: 'canaries.yaml' });
  if (parsed === 'none') throw new TypeError('there are some');
  return parsed;
};
const found = (phrase: string, hit: EvidenceHit) => sweepCanaries(canaries(`- ${phrase}`), [hit]);

describe('parseCanaries', () => {
  it('refuses a second document, whose canaries would be watched by nobody', () => {
    expect(() => canaries('canaries: none\n---\n- Perpetua Lane\n')).toThrow(
      'canaries.yaml: holds more than one YAML document, and only the first would be read',
    );
    expect(() => canaries(`- ${'x'.repeat(4 * 1024 * 1024)}`)).toThrow(
      'canaries.yaml: is longer than 4194304 characters',
    );
  });
});

describe('sweepCanaries', () => {
  it.each([
    ['Perpetua Lane', 'the ship PERPETUA\u00a0 Lane'],
    ['Perpetua Lane', 'per\u00adpetua\u200b-lane'],
    ['Perpetua Lane', 'Реrреtuа Lаnе'],
    ['hello there', 'he||o there'],
    ['71-09-26', 'it opens with 71 / 09 / 26'],
    ['要丸のこと', '姉は要丸\u200bのことを言わない'],
    ["Salt doesn't cry", 'salt doesn’t cry, he said'],
  ])('finds %s in %s, as the lint compares (decisions 1.14)', (phrase, written) => {
    expect(found(phrase, text('essay:a', { text: written }))).toEqual([
      { canary: 1, field: 'text', id: 'essay:a#whole' },
    ]);
  });

  it('takes whole words, and does not stop at an apostrophe', () => {
    expect(found('rite', text('essay:a', { text: 'a writer, writers' }))).toEqual([]);
  });

  it('looks into every string that travels: titles, names, labels, ids, gists', () => {
    const hit = semantic('book:florian-dask', {
      gist: 'the second key',
      title: 'The Second Key',
      creator: 'Ann Key Second',
      locatorLabel: 'key, second of two',
    });
    const list = canaries('canaries: [second key, key second, florian dask]');
    expect(sweepCanaries(list, [hit, hit])).toEqual([
      { canary: 3, field: 'fragmentId', id: 'book:florian-dask#ch1' },
      { canary: 2, field: 'locatorLabel', id: 'book:florian-dask#ch1' },
      { canary: 1, field: 'gist', id: 'book:florian-dask#ch1' },
      { canary: 3, field: 'entity.id', id: 'book:florian-dask' },
      { canary: 1, field: 'entity.title', id: 'book:florian-dask' },
      { canary: 2, field: 'entity.attribution.name', id: 'book:florian-dask' },
      { canary: 3, field: 'entity.url', id: 'book:florian-dask' },
    ]);
  });

  it('reads the gists of a work together, and says only what they do not say alone', () => {
    const hits = [
      semantic('book:b', { key: 'ch1', gist: 'It ends with nine' }),
      semantic('book:b', { key: 'ch2', gist: 'pounds two ounces of salt' }),
      semantic('book:c', { key: 'ch1', gist: '四百' }),
      semantic('book:c', { key: 'ch2', gist: '二十万の家' }),
      semantic('book:d', { key: 'ch1', gist: 'nine pounds' }),
      place('diary:e'),
    ];
    const list = canaries('- nine pounds two ounces\n- 四百二十万\n- nine pounds');
    expect(sweepCanaries(list, hits)).toEqual([
      { canary: 3, field: 'gist', id: 'book:d#ch1' },
      { canary: 1, field: 'gists together', id: 'book:b' },
      { canary: 3, field: 'gists together', id: 'book:b' },
      { canary: 2, field: 'gists together', id: 'book:c' },
    ]);
  });

  it('searches patterns only where they are asked for, and in linear time', () => {
    const list = canaries('- pattern: "0\\\\d{3} \\\\d{3} \\\\d{4}"\n- "0\\\\d{3}"\n- pattern: "(x+x+)+y"');
    const hit = text('essay:a', { text: `ring 0555 017 2246 ${'x'.repeat(3_000)}` });
    expect(sweepCanaries(list, [hit]).map(({ canary }) => canary)).toEqual([1]);
  });

  it('sweeps an answer, whatever its shape', () => {
    const answer = { sentences: [{ text: 'Kaname Maru sank', citations: [] }], related: [] };
    expect(sweepStrings(canaries('- Kaname Maru'), answer, 'q1')).toEqual([
      { canary: 1, field: 'sentences.text', id: 'q1' },
    ]);
  });

  it('says whether anything is written without spaces', () => {
    expect(holdsUnspacedText([text('essay:a', { text: 'fog' })])).toBe(false);
    expect(holdsUnspacedText([text('essay:a', { text: 'fog 霧' })])).toBe(true);
  });
});

describe('parseCanaries', () => {
  it.each([
    ['canaries: none', 'none'],
    ['canaries: [a]', 1],
    ['- a\n- 東京', 2],
  ])('takes %j', (yaml, count) => {
    const parsed = parseCanaries(yaml, { path: 'canaries.yaml' });
    expect(parsed === 'none' ? parsed : parsed.length).toBe(count);
  });

  it.each([
    ['canaries: []', 'canaries.yaml: canaries is less than 1, or empty'],
    ['- Ysolde\n- "!!"', 'canaries.yaml: canary 2 holds no letter and no digit'],
    [
      '- pattern: "(?=Ysolde)"',
      'canaries.yaml: canary 1 looks around itself, which is not searched for here',
    ],
    ['cannaries: [Ysolde]', 'canaries.yaml: canaries is not what it should be'],
  ])('refuses %j without quoting it', (yaml, message) => {
    expect(() => parseCanaries(yaml, { path: 'canaries.yaml' })).toThrow(message);
    expect(message).not.toContain('Ysolde');
  });
});
