import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  assertUnchanged,
  readSentenceModel,
  type SentenceModel,
  type SentenceModelOptions,
} from './sentence-model-folder.ts';
import { TINY_DIMENSIONS, tinyFiles, tinyOnnx, writeTinyModel } from './tiny-model.fixture.ts';

const written: (() => Promise<void>)[] = [];

type Changes = Record<string, unknown>;
type Options = Partial<SentenceModelOptions>;

async function folderWith(changes: Changes = {}): Promise<string> {
  const { folder, remove } = await writeTinyModel(changes);
  written.push(remove);
  return folder;
}

async function read(changes: Changes = {}, options: Options = {}): Promise<SentenceModel> {
  return readSentenceModel({ folder: await folderWith(changes), ...options });
}

afterEach(async () => {
  await Promise.all(written.splice(0).map((remove) => remove()));
});

describe('readSentenceModel', () => {
  it('reads everything that decides a vector', async () => {
    const folder = await folderWith();
    const { files, ...facts } = readSentenceModel({ folder });
    expect(facts).toEqual({
      model: 'onnx:tiny@3eb7b1ff8208',
      dimensions: TINY_DIMENSIONS,
      pooling: 'mean',
      prefixes: { query: '', document: '' },
      maxTokens: 12,
      padId: 0,
      lowerCase: false,
      folder,
      modelPath: join(folder, 'onnx', 'model.onnx'),
      tokeniserSettings: {},
    });
    expect(files.map(({ path }) => path)).toEqual([
      join(folder, 'onnx', 'model.onnx'),
      join(folder, 'tokenizer.json'),
    ]);
  });

  it('names the same files the same wherever they lie', async () => {
    expect((await read()).model).toBe((await read()).model);
  });

  const weights = tinyOnnx();
  it.each<[string, Changes, Options]>([
    ['other weights', { 'onnx/model.onnx': Uint8Array.of(...weights, 0) }, {}],
    ['weights beside the model', { 'onnx/model.onnx_data': 'w' }, {}],
    ['other weights beside the model', { 'onnx/model.onnx_data': 'v' }, {}],
    ['another tokeniser', { 'tokenizer.json': { version: '2' } }, {}],
    ['other settings of the tokeniser', { 'tokenizer_config.json': { remove_space: true } }, {}],
    ['another pooling', {}, { pooling: 'cls' }],
    ['a prefix for questions', {}, { queryPrefix: 'query: ' }],
    ['a prefix for documents', {}, { passagePrefix: 'query: ' }],
    ['another longest input', {}, { maxTokens: 11 }],
    ['lower case', { 'sentence_bert_config.json': { max_seq_length: 12, do_lower_case: true } }, {}],
    ['another name', {}, { name: 'other' }],
  ])('names a model with %s another model', async (_, changes, options) => {
    const names = new Set([(await read()).model, (await read(changes, options)).model]);
    expect(names.size).toBe(2);
  });

  it('tells all of these apart from each other', async () => {
    const names = [
      (await read({}, { queryPrefix: 'a' })).model,
      (await read({}, { passagePrefix: 'a' })).model,
      (await read({ 'onnx/model.onnx_data': 'w' })).model,
      (await read({ 'onnx/model.onnx_data': 'v' })).model,
    ];
    expect(new Set(names).size).toBe(names.length);
  });

  it('takes the name that is given', async () => {
    expect((await read({}, { name: 'e5' })).model).toMatch(/^onnx:e5@[0-9a-f]{12}$/);
  });

  it('prefers onnx/model.onnx, takes model.onnx, and the file that is named before both', async () => {
    const both = await folderWith({ 'model.onnx': 'x', 'onnx/small.onnx': 'y' });
    expect(readSentenceModel({ folder: both }).modelPath).toBe(join(both, 'onnx', 'model.onnx'));
    expect(readSentenceModel({ folder: both, modelFile: 'onnx/small.onnx' }).modelPath).toBe(
      join(both, 'onnx', 'small.onnx'),
    );
    const flat = await folderWith({ 'onnx/model.onnx': undefined, 'model.onnx': 'x' });
    expect(readSentenceModel({ folder: flat }).modelPath).toBe(join(flat, 'model.onnx'));
  });

  const pooling = (config: Changes): Changes => ({
    '1_Pooling/config.json': { word_embedding_dimension: TINY_DIMENSIONS, ...config },
  });
  it.each<[Changes, 'mean' | 'cls']>([
    [pooling({ pooling_mode_mean_tokens: true }), 'mean'],
    [pooling({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }), 'cls'],
    [pooling({ pooling_mode: 'cls' }), 'cls'],
    [pooling({ pooling_mode: ['mean'] }), 'mean'],
    [{ 'modules.json': undefined }, 'mean'],
    [
      {
        'modules.json': [
          { type: 'sentence_transformers.sentence_transformer.modules.transformer.Transformer', path: '' },
          { type: 'sentence_transformers.sentence_transformer.modules.pooling.Pooling', path: '7_Pooling' },
        ],
        '1_Pooling/config.json': undefined,
        '7_Pooling/config.json': { embedding_dimension: TINY_DIMENSIONS, pooling_mode: 'cls' },
      },
      'cls',
    ],
  ])('reads the pooling of %j', async (changes, expected) => {
    expect(await read(changes)).toMatchObject({ pooling: expected, dimensions: TINY_DIMENSIONS });
  });

  const prompts = (value: unknown): Changes => ({ 'config_sentence_transformers.json': value });
  it.each<[string, Changes, Options, SentenceModel['prefixes']]>([
    [
      'query and passage',
      prompts({ prompts: { query: 'query: ', passage: 'passage: ' } }),
      {},
      { query: 'query: ', document: 'passage: ' },
    ],
    [
      'document before passage',
      prompts({ prompts: { document: 'd: ', passage: 'p: ' } }),
      {},
      { query: '', document: 'd: ' },
    ],
    [
      'the default prompt where none is meant',
      prompts({ prompts: { any: 'text: ', query: 'q: ' }, default_prompt_name: 'any' }),
      {},
      { query: 'q: ', document: 'text: ' },
    ],
    [
      'options before all',
      prompts({ prompts: { query: 'query: ', passage: 'passage: ' } }),
      { queryPrefix: '', passagePrefix: 'p: ' },
      { query: '', document: 'p: ' },
    ],
    [
      'no prompt of a name that every object has',
      prompts({ prompts: {}, default_prompt_name: 'constructor' }),
      {},
      { query: '', document: '' },
    ],
  ])('takes the prefixes: %s', async (_, changes, options, prefixes) => {
    expect((await read(changes, options)).prefixes).toEqual(prefixes);
  });

  const noLength = { 'sentence_bert_config.json': undefined };
  it.each<[string, Changes, Options, number]>([
    ['what is asked for', {}, { maxTokens: 7 }, 7],
    ['max_seq_length', {}, {}, 12],
    ['model_max_length', { ...noLength, 'tokenizer_config.json': { model_max_length: 99 } }, {}, 99],
    [
      'the places of the model where the tokeniser has no limit',
      {
        ...noLength,
        'tokenizer_config.json': { model_max_length: 1e30 },
        'config.json': { max_position_embeddings: 128 },
      },
      {},
      128,
    ],
    [
      'the places of the model where the folder states more',
      { 'config.json': { max_position_embeddings: 10 } },
      {},
      10,
    ],
    [
      'the places of a model that counts behind its filling',
      {
        ...noLength,
        'config.json': { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 },
      },
      {},
      512,
    ],
    ['512 where nothing is stated', noLength, {}, 512],
  ])('reads as many tokens as %s', async (_, changes, options, maxTokens) => {
    expect((await read(changes, options)).maxTokens).toBe(maxTokens);
  });

  it('takes filling and lower case from the folder', async () => {
    const model = await read({
      'config.json': { pad_token_id: 1 },
      'sentence_bert_config.json': { max_seq_length: 12, do_lower_case: true },
    });
    expect({ padId: model.padId, lowerCase: model.lowerCase }).toEqual({ padId: 1, lowerCase: true });
  });

  it('takes the length of the vectors from config.json or the caller where pooling does not state it', async () => {
    const unstated = { '1_Pooling/config.json': { pooling_mode: 'mean' } };
    expect((await read({ ...unstated, 'config.json': { hidden_size: 5 } })).dimensions).toBe(5);
    expect((await read(unstated, { dimensions: 6 })).dimensions).toBe(6);
  });

  const dense = { type: 'sentence_transformers.models.Dense', path: '3_Dense' };
  it.each<[string, Changes, Options, string, string]>([
    ['no tokenizer.json', { 'tokenizer.json': undefined }, {}, 'folder', 'tokenizer.json'],
    ['no model', { 'onnx/model.onnx': undefined }, {}, 'folder', 'onnx/model.onnx'],
    ['no model of the name', {}, { modelFile: 'onnx/q.onnx' }, 'folder', 'onnx/q.onnx'],
    ['a file that is no JSON', { 'modules.json': '[' }, {}, 'folder', 'modules.json'],
    ['a file of another shape', { '1_Pooling/config.json': [] }, {}, 'folder', '1_Pooling/config.json'],
    ['a file that is null', { 'sentence_bert_config.json': null }, {}, 'folder', 'sentence_bert_config.json'],
    [
      'a dense layer',
      { 'modules.json': [...(tinyFiles['modules.json'] as object[]), dense] },
      { pooling: 'mean' },
      'folder',
      'a step `Dense`',
    ],
    ['a step without a type', { 'modules.json': [{}] }, {}, 'folder', 'a step `unknown`'],
    ['pooling by maximum', pooling({ pooling_mode_max_tokens: true }), {}, 'folder', '`max`'],
    [
      'two poolings at once',
      pooling({ pooling_mode_mean_tokens: true, pooling_mode_max_tokens: true }),
      {},
      'folder',
      '`mean+max`',
    ],
    ['two poolings by name', pooling({ pooling_mode: ['mean', 'cls'] }), {}, 'folder', '`mean+cls`'],
    ['no pooling', { '1_Pooling/config.json': undefined }, {}, 'pooling', 'how its tokens are pooled'],
    [
      'prefixes left out of pooling',
      pooling({ pooling_mode: 'mean', include_prompt: false }),
      { queryPrefix: 'q: ' },
      'folder',
      'leaves prefixes out',
    ],
    [
      'unstated dimensions',
      pooling({ word_embedding_dimension: undefined, pooling_mode: 'cls' }),
      {},
      'dimensions',
      'not stated',
    ],
    ['other dimensions', {}, { dimensions: 8 }, 'dimensions', 'gives 16 dimensions and 8'],
    ['an input that is too short', {}, { maxTokens: 3 }, 'maxTokens', 'from 4 to'],
    [
      'an input longer than the model has places',
      { 'config.json': { max_position_embeddings: 16 } },
      { maxTokens: 17 },
      'maxTokens',
      'from 4 to 16',
    ],
  ])('refuses a folder with %s', async (_, changes, options, setting, message) => {
    await expect(read(changes, options)).rejects.toThrow(
      expect.objectContaining({ code: 'embed-config', setting, message: expect.stringContaining(message) }),
    );
  });

  it('refuses a folder that does not exist, by its name', () => {
    expect(() => readSentenceModel({ folder: '/nowhere/at/all' })).toThrow(
      'the folder `/nowhere/at/all` of the sentence encoder does not exist',
    );
  });

  it('lets prefixes be left out of pooling when there are none', async () => {
    expect((await read(pooling({ pooling_mode: 'mean', include_prompt: false }))).pooling).toBe('mean');
  });
});

describe('assertUnchanged', () => {
  it('accepts the files as they were, and refuses them once one was replaced', async () => {
    const folder = await folderWith();
    const model = readSentenceModel({ folder });
    assertUnchanged(model);
    const path = join(folder, 'onnx', 'model.onnx');
    const bytes = tinyOnnx();
    bytes[bytes.length - 1] = 16;
    await writeFile(path, bytes);
    await utimes(path, 1, 1);
    expect(() => assertUnchanged(model)).toThrow('`model.onnx` of the sentence encoder was changed');
  });
});
