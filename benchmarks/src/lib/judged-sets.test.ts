import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataFolder, readJaquad, readQmsum, readScifact, readUdhr, readXquad } from './judged-sets.ts';

// The judged sets lie beside the repository on some machines only, under licences of their own.
describe.runIf(existsSync(dataFolder))('the judged sets beside the checkout', () => {
  test.each([
    ['scifact', () => readScifact('test'), 5183, 300, 339],
    ['scifact-train', () => readScifact('train'), 5183, 809, 919],
    ['jaquad', readJaquad, 1431, 3939, 3939],
    ['xquad-zh', () => readXquad('zh'), 240, 1190, 1190],
    ['xquad-en-th', () => readXquad('en', 'th'), 240, 1190, 1190],
    ['qmsum', () => readQmsum(), 1429, 126, 1067],
  ])('%s has its passages, questions and judgements', (name, read, passages, questions, judgements) => {
    const set = read();
    expect({
      name: set?.name,
      passages: set?.passages.length,
      questions: set?.questions.length,
      judgements: [...(set?.judgements.values() ?? [])].reduce((sum, of) => sum + of.size, 0),
    }).toEqual({ name, passages, questions, judgements });
  });

  test('every judgement is of a passage that is there', () => {
    for (const set of [
      readScifact('test'),
      readJaquad(),
      readXquad('th', 'en'),
      readQmsum(),
      readUdhr('jpn', 'heb'),
    ]) {
      const ids = new Set(set?.passages.map(({ id }) => id));
      const judged = set?.questions.flatMap(({ id }) => [...(set.judgements.get(id)?.keys() ?? [])]) ?? [];
      expect(judged.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  test('across languages no English title helps', () => {
    expect(readXquad('en', 'zh')?.passages.every(({ title }) => title === '')).toBe(true);
    expect(readXquad('zh')?.passages.every(({ title }) => title !== '')).toBe(true);
  });

  test('a meeting question looks within its meeting', () => {
    const set = readQmsum();
    const groups = new Set(set?.passages.map(({ group }) => group));
    expect(groups.size).toBe(18);
    expect(set?.questions.every(({ group }) => groups.has(group))).toBe(true);
    expect(readQmsum('all')?.questions.every(({ group }) => group === undefined)).toBe(true);
  });
});
