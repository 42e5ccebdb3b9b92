import { describe, expectTypeOf, it } from 'vitest';
import type { PromptPassage, PromptPlace } from './evidence.ts';

describe('what a model may be shown', () => {
  it('has no field for a description, a summary, a policy or a score', () => {
    for (const key of ['gist', 'gistSource', 'summary', 'raw', 'exposure', 'score', 'text'] as const)
      expectTypeOf<PromptPlace>().not.toHaveProperty(key);
    for (const key of ['gist', 'gistSource', 'summary', 'raw', 'exposure', 'score'] as const)
      expectTypeOf<PromptPassage>().not.toHaveProperty(key);
  });
});
