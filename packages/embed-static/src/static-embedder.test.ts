import { EmptyInputError } from '@archive/embed';
import { describeEmbedder } from '@archive/embed/testing';
import { describe, expect, it } from 'vitest';
import { openEmbedder } from './static-embedder.ts';
import { tinyModel } from './tiny-model.fixture.ts';

const model = await tinyModel();

describeEmbedder('a static model', async () => ({ embedder: openEmbedder(model) }), { describe, it });

describe('an embedder of a static model', () => {
  it('says of itself what the model states, and that it is semantic', () => {
    const { embed: _, embedWithReport: __, encode: ___, ...own } = openEmbedder(model);
    expect(own).toEqual({
      model: `static-tiny/1@${model.sha256.slice(0, 12)}`,
      dimensions: 16,
      reach: 'semantic',
      quick: true,
      defaultFloor: 0.25,
      scoreCap: 0.75,
      codes: { line: { a: 0.9, c: 0.01 } },
      fusion: {
        knots: [
          [0.1, 0.1],
          [1, 3],
        ],
      },
      sha256: model.sha256,
      facts: model.facts,
    });
  });

  it('has the error of the port for a text with nothing in it', async () => {
    const embedder = openEmbedder(model);
    await expect(embedder.embed(['bell', '\u200b'])).rejects.toBeInstanceOf(EmptyInputError);
    await expect(embedder.embedWithReport([' '])).rejects.toMatchObject({ code: 'empty-input', position: 0 });
  });

  it('embeds text it knows nothing of, and says so to who asks', async () => {
    const embedder = openEmbedder(model);
    const [report] = await embedder.embedWithReport(['ქართული']);
    expect(report?.unknownShare).toBe(1);
    expect(await embedder.embed(['ქართული'])).toEqual([report?.vector]);
  });

  it('refuses text with a larger unknown share than the caller allows', async () => {
    const embedder = openEmbedder(model, { maxUnknownShare: 0.5 });
    expect(await embedder.embed(['harbour ქარ'])).toHaveLength(1);
    await expect(embedder.embed(['bell', 'bell ქართული'])).rejects.toMatchObject({
      code: 'unknown-text',
      position: 1,
      unknownShare: 7 / 11,
      maxUnknownShare: 0.5,
      message: 'the model knows too little of text 1 of the batch: 64 % of it is unknown, 50 % allowed',
    });
    expect((await embedder.embedWithReport(['ქართული']))[0]?.unknownShare).toBe(1);
  });

  it('refuses a limit that is no share', () => {
    for (const maxUnknownShare of [-0.1, 1.1, Number.NaN]) {
      expect(() => openEmbedder(model, { maxUnknownShare })).toThrow(RangeError);
    }
  });

  it('gives other work its turn in a long batch, and stops between turns', async () => {
    const embedder = openEmbedder(model);
    const long = Array.from({ length: 30 }, () => 'the bell '.repeat(5000));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await embedder.embed(long);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
    const controller = new AbortController();
    const stopped = embedder.embed(long, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
  });
});
