import { describe, expect, it } from 'vitest';
import { EmbedConfigError } from '../embed-config-error.ts';
import { MissingPeerError } from '../missing-peer-error.ts';
import { loadSentenceTokeniser, type SentenceTokeniserOptions } from './sentence-tokeniser.ts';
import { idOf, tinyTokeniser } from './tiny-model.fixture.ts';

const load = (options: Partial<SentenceTokeniserOptions> = {}) =>
  loadSentenceTokeniser({
    tokeniser: tinyTokeniser,
    settings: {},
    maxTokens: 12,
    lowerCase: false,
    ...options,
  });

const ids = (...words: string[]): number[] => ['[CLS]', ...words, '[SEP]'].map(idOf);

describe('loadSentenceTokeniser', () => {
  it('puts the special tokens around the pieces of a text', async () => {
    const tokenise = await load();
    expect(tokenise('The bell RINGS.')).toEqual(ids('the', 'bell', 'rings', '.'));
    expect(tokenise('ferry')).toEqual(ids('[UNK]'));
    expect(tokenise('  ')).toEqual(ids());
  });

  it('cuts on the right and keeps the token that closes a text', async () => {
    const tokenise = await load({ maxTokens: 5 });
    expect(tokenise('the bell in')).toEqual(ids('the', 'bell', 'in'));
    expect(tokenise('the bell in the fog')).toEqual(ids('the', 'bell', 'in'));
  });

  it('puts a text in lower case when the model wants it so', async () => {
    const cased = { ...tinyTokeniser, normalizer: null };
    expect((await load({ tokeniser: cased }))('The')).toEqual(ids('[UNK]'));
    expect((await load({ tokeniser: cased, lowerCase: true }))('The')).toEqual(ids('the'));
  });

  it('looks at 32 characters per token and splits none', async () => {
    let seen = '';
    const tokenise = await load({
      maxTokens: 4,
      load: async () => ({
        Tokenizer: class {
          encode(text: string): { ids: number[] } {
            seen = text;
            return { ids: [1] };
          }
        },
      }),
    });
    tokenise('a'.repeat(1000));
    expect(seen).toHaveLength(4 * 32);
    tokenise(`${'a'.repeat(4 * 32 - 1)}😀${'a'.repeat(100)}`);
    expect(seen).toBe('a'.repeat(4 * 32 - 1));
  });

  it('reads tokenizer.json of the Unigram kind, with the most probable pieces', async () => {
    // The same ids as Hugging Face tokenizers 0.23.3 (Python) give for this file.
    const tokenise = await load({
      tokeniser: {
        version: '1.0',
        added_tokens: [],
        normalizer: { type: 'NFKC' },
        pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
        post_processor: {
          type: 'TemplateProcessing',
          single: [
            { SpecialToken: { id: '<s>', type_id: 0 } },
            { Sequence: { id: 'A', type_id: 0 } },
            { SpecialToken: { id: '</s>', type_id: 0 } },
          ],
          pair: [],
          special_tokens: {
            '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
            '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] },
          },
        },
        decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
        model: {
          type: 'Unigram',
          unk_id: 2,
          vocab: [
            ['<s>', 0],
            ['</s>', 0],
            ['<unk>', 0],
            ['▁', -2],
            ['海', -5],
            ['の', -3],
            ['潮', -6],
            ['海の', -6],
            ['▁海', -6.5],
            ['が', -3],
          ],
          byte_fallback: false,
        },
      },
    });
    expect(tokenise('海の潮が x')).toEqual([0, 3, 7, 6, 9, 3, 2, 1]);
  });

  it('says which package is missing', async () => {
    const error = await load({ load: () => Promise.reject(new Error('absent')) }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MissingPeerError);
    expect(error).toMatchObject({ peer: '@huggingface/tokenizers' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing in it', {}],
    ['a model nobody knows', { ...tinyTokeniser, model: { type: 'Abacus' } }],
  ])('refuses tokenizer.json with %s', async (_, tokeniser) => {
    await expect(load({ tokeniser })).rejects.toThrow(EmbedConfigError);
  });

  it('refuses a tokeniser whose tokens have no ids', async () => {
    const without = class {
      encode(): { ids: number[] } {
        return { ids: [Number.NaN] };
      }
    };
    await expect(load({ load: async () => ({ Tokenizer: without }) })).rejects.toThrow(EmbedConfigError);
  });

  it('refuses a tokeniser that puts special tokens inside a text', async () => {
    const split = class {
      encode(_text: string, { add_special_tokens = true } = {}): { ids: number[] } {
        return { ids: add_special_tokens ? [7, 0, 8] : [7, 8] };
      }
    };
    await expect(load({ load: async () => ({ Tokenizer: split }) })).rejects.toThrow(EmbedConfigError);
  });
});
