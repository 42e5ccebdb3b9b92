import { describe, expect, test } from 'vitest';
import { isForeign, writingOf } from './writing-of.ts';

const TEXTS = {
  english: 'The horn that stands on the mole was built by the harbour board.',
  german: 'Das Horn, das auf der Mole steht, wurde von dem Hafenamt gebaut.',
  french: 'La corne qui est sur le môle a été construite par le port.',
  spanish: 'La bocina que está en el muelle fue construida por el puerto.',
  japanese: '防波堤に立つ霧笛は、港の役所が建てた ABC。',
  chinese: '防波堤上的雾笛是由港务局建造的 ABC。',
  thai: 'แตรหมอกบนเขื่อนสร้างโดยท่าเรือ',
  hebrew: 'הצופר על המזח נבנה על ידי הנמל.',
  russian: 'Сирена на молу построена портом.',
};

describe('languages of a question and a passage', () => {
  const names = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
  test.each(names.flatMap((a) => names.map((b): [string, string] => [a, b])))('%s and %s', (a, b) => {
    const [first, second] = [TEXTS[a as keyof typeof TEXTS], TEXTS[b as keyof typeof TEXTS]];
    expect(isForeign(writingOf(first), writingOf(second))).toBe(a !== b);
  });

  test('what does not show is not taken for different', () => {
    for (const text of ['Xylophone Quux', '1997', '', '?!'])
      expect(isForeign(writingOf(text), writingOf(TEXTS.english))).toBe(false);
  });
});
