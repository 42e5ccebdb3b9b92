import { describe, expect, it } from 'vitest';
import { canonicalQuery } from './canonical-query.ts';

describe('canonicalQuery (decisions 1.5)', () => {
  it('leaves an ordinary question as it is', () => {
    const question = 'What does she say about the sea, and about ice?';
    expect(canonicalQuery('What is ice?')).toBe('What is ice?');
    expect(canonicalQuery(canonicalQuery(question))).toBe(canonicalQuery(question));
  });

  it('keeps 40 distinct words and 80 characters of an unspaced script', () => {
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`);
    expect(canonicalQuery(words.join(' ')).split(' ')).toStrictEqual(words.slice(0, 40));
    expect(Array.from(canonicalQuery('夜'.repeat(100)))).toHaveLength(80);
  });
});
