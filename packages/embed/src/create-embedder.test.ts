import { dirname } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { assertMaySend, PrivateTextError } from './assert-may-send.ts';
import { createEmbedder, type EmbedConfig } from './create-embedder.ts';
import { EmbedConfigError } from './embed-config-error.ts';
import { writeTinyModel } from './onnx/tiny-model.fixture.ts';

afterEach(() => vi.unstubAllEnvs());

describe('createEmbedder', () => {
  it('stays with n-grams whatever key lies in the environment (decisions 1.11)', () => {
    vi.stubEnv('OPENAI_API_KEY', 'k');
    expect(createEmbedder().model).toBe('ngram/1');
    expect(createEmbedder({}, { apiKey: 'k' }).model).toBe('ngram/1');
    expect(createEmbedder({ provider: 'ngram', dimensions: 64 }).model).toBe('ngram/1@64');
  });

  it('makes the OpenAI-compatible embedder that is named', () => {
    const embedder = createEmbedder({
      provider: 'openai',
      model: 'nomic',
      baseUrl: 'http://localhost:11434/v1',
      dimensions: 768,
    });
    expect({ model: embedder.model, dimensions: embedder.dimensions, host: embedder.host }).toEqual({
      model: 'openai:nomic',
      dimensions: 768,
      host: undefined,
    });
  });

  it('does not take a key from the environment by itself', () => {
    vi.stubEnv('OPENAI_API_KEY', 'k');
    expect(() => createEmbedder({ provider: 'openai', model: 'text-embedding-3-small' })).toThrow(
      EmbedConfigError,
    );
  });

  it('opens a local model by its folder, relative to the archive or absolute', async () => {
    const { folder, remove } = await writeTinyModel();
    onTestFinished(remove);
    const archiveFolder = dirname(folder);
    const relative = createEmbedder({ provider: 'onnx', folder: './tiny' }, { archiveFolder });
    const absolute = createEmbedder({ provider: 'onnx', folder });
    expect([relative.model, absolute.model, relative.host]).toEqual([
      'onnx:tiny@3eb7b1ff8208',
      'onnx:tiny@3eb7b1ff8208',
      undefined,
    ]);
  });

  it('passes every setting of a local model on', async () => {
    const { folder, remove } = await writeTinyModel({
      '1_Pooling/config.json': undefined,
      'small.onnx': 'weights',
    });
    onTestFinished(remove);
    const settings: EmbedConfig = {
      provider: 'onnx',
      folder,
      model: 'e5',
      dimensions: 16,
      pooling: 'cls',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
      maxTokens: 8,
      modelFile: 'small.onnx',
    };
    const names = new Set([createEmbedder(settings).model]);
    const others: Partial<EmbedConfig>[] = [
      { model: 'other' },
      { dimensions: 8 },
      { pooling: 'mean' },
      { queryPrefix: 'q: ' },
      { passagePrefix: 'p: ' },
      { maxTokens: 9 },
      { modelFile: 'onnx/model.onnx' },
    ];
    for (const other of others) names.add(createEmbedder({ ...settings, ...other }).model);
    expect(names.size).toBe(1 + others.length);
  });

  it.each<[EmbedConfig, string]>([
    [{ provider: 'openai' }, 'model'],
    [{ provider: 'onnx' }, 'folder'],
    [{ provider: 'onnx', folder: 'models/e5' }, 'folder'],
    [{ provider: 'ngram', model: 'text-embedding-3-small' }, 'model'],
    [{ provider: 'toString' as 'ngram' }, 'provider'],
  ])('refuses %j', (config, setting) => {
    expect(() => createEmbedder(config, { apiKey: 'k' })).toThrow(
      expect.objectContaining({ code: 'embed-config', setting }),
    );
  });
});

describe('assertMaySend', () => {
  it('stops private text on its way to another machine, naming host and count', () => {
    expect(() => assertMaySend({ host: 'api.example.org' }, { privateCount: 12 })).toThrow(
      expect.objectContaining({
        code: 'private-text',
        host: 'api.example.org',
        privateCount: 12,
        message: '12 private fragments would be sent to api.example.org to be embedded',
      }),
    );
    expect(() => assertMaySend({ host: 'h' }, { allowPrivate: false, privateCount: 1 })).toThrow(
      PrivateTextError,
    );
  });

  it('lets text stay here, public text go, and private text go by its owner’s word', () => {
    assertMaySend({}, { privateCount: 12 });
    assertMaySend({ host: 'h' }, { privateCount: 0 });
    assertMaySend({ host: 'h' }, { allowPrivate: true, privateCount: 12 });
  });
});
