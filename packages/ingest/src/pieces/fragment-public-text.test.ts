import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { codePointLength } from './code-points.ts';
import { fragmentPublicText } from './fragment-public-text.ts';

const cut = (markdown: string, max?: number) => fragmentPublicText(readMarkdown(markdown).blocks, max);

describe('fragmentPublicText (decisions 4.8)', () => {
  it('keeps a record of up to six thousand characters whole, headings in its text', () => {
    expect(cut('# A\n\nb\n\n## C\n\nd')).toEqual([
      { locator: [{ scheme: 'whole', value: '' }], text: 'A\n\nb\n\nC\n\nd' },
    ]);
    expect(cut('🎉'.repeat(6000))).toHaveLength(1);
    expect(cut('🎉'.repeat(6001))).toHaveLength(2);
  });

  it('makes nothing of nothing', () => {
    expect(cut('')).toEqual([]);
  });

  it('cuts a longer one at its headings, then by length, and numbers the sections through', () => {
    expect(cut('intro\n\n# A\n\n## B\n\nbbbb\n\n## C\n\ncccc cccc cccc', 14)).toEqual([
      { locator: [{ scheme: 'section', value: '1' }], text: 'intro' },
      { locator: [{ scheme: 'section', value: '2' }], text: 'A\n\nB\n\nbbbb' },
      { locator: [{ scheme: 'section', value: '3' }], text: 'C\n\ncccc' },
      { locator: [{ scheme: 'section', value: '4' }], text: 'cccc cccc' },
    ]);
  });

  it('bounds every section', () => {
    const pieces = cut(`# Long\n\n${'漢字の長い段落。'.repeat(3000)}`);
    expect(pieces.length).toBeGreaterThan(3);
    for (const { text } of pieces) expect(codePointLength(text)).toBeLessThanOrEqual(6000);
  });
});
