import { expect, it } from 'vitest';
import { insertSentence } from './insert-sentence.ts';

const PROSE = 'The ferry came in late that evening, and nobody on the quay said a word about it.';

it('puts a sentence between the paragraphs nearest to the middle, behind front matter', () => {
  const text = `---\ntitle: X\n\nmore: y\n---\n\n${PROSE}\n\n# Heading\n\n${PROSE}\n\n- a list\n`;
  expect(insertSentence(text, 'Secret.', 'a/b.md')).toBe(
    `---\ntitle: X\n\nmore: y\n---\n\n${PROSE}\n\nSecret.\n\n# Heading\n\n${PROSE}\n\n- a list\n`,
  );
});

it('puts it at the end where there is no plain paragraph, or where comments and fences could swallow it', () => {
  expect(insertSentence('one line', 'Secret.', 'a.txt')).toBe('one line\n\nSecret.\n');
  const fenced = `${PROSE}\r\n\r\n\`\`\`\r\n${PROSE}\r\n\r\n${PROSE}\r\n\`\`\`\r\n`;
  expect(insertSentence(fenced, 'Secret.', 'a.md')).toBe(`${fenced.trimEnd()}\r\n\r\nSecret.\r\n`);
});

it('puts it at the end of a spoken line, inside the mark of its speaker', () => {
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>one\ntwo</v>\n\nNOTE nothing\n';
  expect(insertSentence(vtt, 'Secret.', 'a.VTT')).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>one\ntwo Secret.</v>\n\nNOTE nothing\n',
  );
  expect(insertSentence('WEBVTT\n', 'Secret.', 'a.vtt')).toBeUndefined();
});
