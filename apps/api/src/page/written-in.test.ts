import { expect, it } from 'vitest';
import { writtenIn } from './written-in.ts';

it.each([
  ['Harbour bells', ''],
  ['Cloches du port', ''],
  ['', ''],
  ['1984 – 2001', ''],
  ['海の調律', 'ja'],
  ['カタカナ', 'ja'],
  ['論語', 'und-Hani'],
  ['한국어 글', 'ko'],
  ['Глава первая', 'und-Cyrl'],
  ['كتاب', 'und-Arab'],
  ['ספר', 'he'],
  ['Οδύσσεια', 'el'],
  ['ภาษาไทย', 'th'],
  ['The word 港 in an English sentence', ''],
  ['港のことば, as said at the quay', ''],
  ['港のことばと船のことば (Quay)', 'ja'],
])('%j is written in %j', (text, language) => {
  expect(writtenIn(text)).toBe(language);
});
