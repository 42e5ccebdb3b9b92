import { describe, expect, it } from 'vitest';
import { EmbedderError } from './embedder-error.ts';
import { retryAfterMs, withRetries } from './with-retries.ts';

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    ['7', 7000],
    ['0', 0],
    [' 1.5 ', 1500],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('withRetries', () => {
  it('waits no longer than its bound, whatever the server asks', async () => {
    let tries = 0;
    const started = performance.now();
    await withRetries(
      async () => {
        if (tries++ === 0)
          throw new EmbedderError('overloaded', { message: 'busy', retryAfterMs: 3_600_000 });
      },
      { maxWaitMs: 20 },
    );
    expect(performance.now() - started).toBeLessThan(2000);
    expect(tries).toBe(2);
  });

  it('doubles its wait', async () => {
    const waits: number[] = [];
    let last = performance.now();
    await withRetries(
      async () => {
        waits.push(performance.now() - last);
        last = performance.now();
        if (waits.length < 4) throw new EmbedderError('unreachable', { message: 'gone' });
      },
      { firstWaitMs: 20 },
    );
    expect(waits.slice(1).map((wait, at) => wait >= 20 * 2 ** at - 2)).toEqual([true, true, true]);
  });

  it('does not repeat an error of another kind', async () => {
    let tries = 0;
    await expect(
      withRetries(async () => {
        tries++;
        throw new TypeError('bug');
      }),
    ).rejects.toThrow('bug');
    expect(tries).toBe(1);
  });
});
