import { existsSync } from 'node:fs';
import { staticModelPath } from '@archive/embed-static/node';
import { cosine, tableModel } from '@archive/evaluation';
import { describe, expect, test } from 'vitest';
import { openReadableModel } from './readable-model.ts';

const TEXT = 'A whale followed the boat through cold northern water';

test('a table adds up the rows of its words', async () => {
  const model = tableModel(
    new Map([
      ['whale', [3, 0]],
      ['boat', [0, 4]],
    ]),
    2,
  );
  expect(await model.embedder.embed(['Whale, boat'])).toEqual([Float32Array.from([0.6, 0.8])]);
});

// The model file ships with a release; a checkout without one has nothing to read.
describe.runIf(existsSync(staticModelPath()))('the shipped model, read by its published format', () => {
  test('rows of the words of a text, added up and centred, are its vector', async () => {
    const model = await openReadableModel();
    if (model === undefined) throw new Error('there is a model');
    const sum = new Float64Array(model.dimensions);
    for (const word of TEXT.split(' '))
      for (const [axis, value] of model.rowOf(word).entries()) sum[axis] = (sum[axis] as number) + value;
    const [vector = new Float32Array()] = await model.embedder.embed([TEXT]);
    expect(cosine(model.centre(sum), vector)).toBeGreaterThan(0.99999);
    expect(cosine(model.uncentre(vector).sum, sum)).toBeGreaterThan(0.99999);
  });
});
