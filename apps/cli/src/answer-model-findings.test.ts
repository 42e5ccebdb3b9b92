import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerModelFindings } from './answer-model-findings.ts';

const findings = (baseUrl: string | undefined, env: Record<string, string> = {}) =>
  answerModelFindings(
    {
      provider: 'openai',
      model: 'qwen3:8b',
      apiKeyEnv: 'MY_KEY',
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
    env,
  );

describe('what doctor says of the model that writes answers', () => {
  it('is nothing where answers are quoted', async () => {
    expect(await answerModelFindings(undefined, { OPENAI_API_KEY: 'k' })).toEqual([]);
  });

  it('is whether a server on this machine takes connections, and nothing is sent to it', async () => {
    let received = 0;
    const server = createServer((socket) => {
      socket.on('data', (data) => (received += data.length));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    expect(await findings(url)).toEqual([
      { check: 'answers', state: 'ok', says: `written by openai:qwen3:8b; ${url} takes connections` },
    ]);
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect([received, await findings(url)]).toMatchObject([
      0,
      [
        {
          check: 'answers',
          state: 'fault',
          says: `to be written by openai:qwen3:8b, but nothing takes connections at ${url}`,
        },
      ],
    ]);
  });

  it('is, of another machine, where questions would go and whether there is a key; it is not contacted', async () => {
    const there = 'https://models.invalid/v1';
    expect(await findings(there, { MY_KEY: 'k' })).toMatchObject([
      {
        state: 'ok',
        says: 'written by openai:qwen3:8b at models.invalid; a key is given; it was not contacted',
      },
    ]);
    expect(await findings(there)).toMatchObject([
      { state: 'fault', says: 'no API key is given for the model endpoint at models.invalid' },
    ]);
  });
});
