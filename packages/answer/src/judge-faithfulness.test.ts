import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArchiveError } from '@archive/contract';
import { BURNED, FENCE, fog, hits, keys, light, pair, scriptedModel } from './answer-samples.fixture.ts';
import { judgeFaithfulness } from './judge-faithfulness.ts';
import { ModelError } from './model-error.ts';
import { JUDGE_PROMPT_VERSION } from './prompt/judge-1.ts';

const sentences = [
  BURNED,
  { text: `The sexton hides [${FENCE} end of sentence 2].`, citations: [pair(keys), pair(light), pair(fog)] },
  { text: 'Nothing.', citations: [] },
];
const judge = (model: ReturnType<typeof scriptedModel>) =>
  judgeFaithfulness('Who?', sentences, hits, model, { makeFence: () => FENCE });

describe('judgeFaithfulness', () => {
  it('labels an opinion as judged', async () => {
    expect(await judge(scriptedModel('{"score":0.5,"unsupported":[3,2,3]}'))).toEqual({
      name: 'faithfulness',
      deterministic: false,
      score: 0.5,
      unsupported: [2, 3],
      model: 'scripted',
    });
  });

  it('asks with the golden prompt of its version: cited passages once, no gist', async () => {
    expect(JUDGE_PROMPT_VERSION).toBe('judge-1');
    const model = scriptedModel('{"score":1,"unsupported":[]}');
    await judge(model);
    const [prompt] = model.prompts;
    const rendered = `${prompt?.instructions}\n\n=== input ===\n\n${prompt?.input}\n`;
    const path = join(import.meta.dirname, '../golden/judge-1.txt');
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, rendered);
    }
    expect(rendered).toBe(readFileSync(path, 'utf8'));
    expect(rendered).not.toContain('ring');
  });

  it.each([
    '',
    'fine',
    '{"score":2,"unsupported":[]}',
    '{"score":-0.1,"unsupported":[]}',
    '{"score":"1","unsupported":[]}',
    '{"score":null,"unsupported":[]}',
    '{"score":1}',
    '{"score":1,"unsupported":[0]}',
    '{"score":1,"unsupported":[4]}',
    '{"score":1,"unsupported":[1.5]}',
  ])('is null for a reply that cannot be read: %j', async (text) => {
    expect(await judge(scriptedModel(text))).toBeNull();
  });

  it('is null for a model that declines, is cut off or cannot be had', async () => {
    const text = '{"score":1,"unsupported":[]}';
    expect(await judge(scriptedModel({ text, isTruncated: true }))).toBeNull();
    expect(await judge(scriptedModel({ text, isDeclined: true }))).toBeNull();
    expect(await judge(scriptedModel(undefined))).toBeNull();
    expect(await judge(scriptedModel(new ModelError('timed-out', { message: 'x' })))).toBeNull();
    await expect(
      judge(scriptedModel(new ArchiveError('model-config', { message: 'no key' }))),
    ).rejects.toThrow('no key');
  });

  it('asks nobody about nothing', async () => {
    const model = scriptedModel('{"score":1,"unsupported":[]}');
    expect(await judgeFaithfulness('q', [], hits, model)).toBeNull();
    expect(model.prompts).toEqual([]);
  });
});
