import { describe, expect, it } from 'vitest';
import type { Output } from './console-output.ts';
import { noteRerankerHost, rerankerFindings, servedReranker } from './rerank-settings.ts';

function noted(settings: Parameters<typeof servedReranker>[0]): string[] {
  const lines: string[] = [];
  const output = { note: (line: string) => lines.push(line) } as unknown as Output;
  noteRerankerHost(output, servedReranker(settings, { KEY: 'k' }));
  return lines;
}

describe('a server whose config names a reranker', () => {
  it('is refused at its start when the variable that was named holds no key', () => {
    const settings = {
      url: 'http://127.0.0.1:8080/rerank',
      shape: 'cohere',
      apiKeyEnv: 'RERANK_KEY',
    } as const;
    expect(() => servedReranker(settings, { RERANK_KEY: '' })).toThrow(
      'rerank.apiKeyEnv names RERANK_KEY, and that variable holds no key',
    );
    expect(servedReranker(undefined, {})).toEqual({});
  });

  it('says where questions go when that is another machine, and is silent when it is this one', () => {
    expect(noted({ url: 'https://rerank.example:8443/v1/rerank', shape: 'cohere' })).toEqual([
      'passages are put in order at rerank.example:8443: questions and the public passages that come nearest go there',
    ]);
    expect(noted({ url: 'http://127.0.0.1:8080/rerank', shape: 'tei' })).toEqual([]);
  });

  it('is what doctor names, and its fault the one that a server would start with', () => {
    const url = 'https://rerank.example/v1/rerank';
    expect(rerankerFindings({ url, shape: 'cohere' }, {})).toEqual([
      {
        check: 'rerank',
        state: 'ok',
        says: 'passages are put in order at rerank.example; it was not contacted',
      },
    ]);
    expect(rerankerFindings({ url, shape: 'cohere', apiKeyEnv: 'NO_KEY' }, {})).toEqual([
      {
        check: 'rerank',
        state: 'fault',
        says: 'rerank.apiKeyEnv names NO_KEY, and that variable holds no key',
        help: 'set NO_KEY, or leave rerank.apiKeyEnv out of the config where no key is needed',
      },
    ]);
    expect(rerankerFindings(undefined, {})).toEqual([]);
  });
});
