import { describe, expect, it } from 'vitest';
import { readFiles } from './archive-folder.fixture.ts';

const config = (collections: string) => ({
  'archive.config.yaml': `defaults: {raw: public}\n${collections}`,
});
const CUES = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jo>Words.';
async function unread(files: Record<string, string>): Promise<string[]> {
  const { notices } = await readFiles(files);
  return notices.filter((notice) => notice.includes('data file'));
}

describe('a data file beside a text of the same name', () => {
  it('is named when nobody reads it: records, notes and parts of a book', async () => {
    expect(
      await unread({
        ...config(
          'collections:\n- {dir: essays, kind: records}\n- {dir: notes, kind: notes}\n- {dir: book, kind: book}',
        ),
        'essays/a.md': 'x',
        'essays/a.yaml': 'raw: private',
        'essays/b.md': 'x',
        'essays/B.JSON': '{}',
        'essays/other.yaml': 'x: 1',
        'notes/c.txt': 'x',
        'notes/c.yml': 'x: 1',
        'book/book.yaml': 'title: B\nabout: https://x.example/b',
        'book/book.md': 'x',
        'book/1.md': 'x',
        'book/1.yaml': 'exposure: none',
      }),
    ).toEqual([
      '4 data files stand beside a text of the same name and are not read, so a policy in them does not hold; state it in the front matter of the text: book/1.yaml, essays/B.JSON, essays/a.yaml, notes/c.yml',
    ]);
  });

  it('is not named when it is the sidecar of a recording, be its folder read as texts too', async () => {
    const files = { 'talks/one.vtt': CUES, 'talks/one.yaml': 'title: One', 'talks/one.md': 'x' };
    const both = 'collections:\n- {dir: talks, kind: records}\n- {dir: talks, kind: transcripts}';
    expect(await unread({ ...config(both), ...files })).toEqual([]);
    expect(await unread({ ...config('collections:\n- {dir: talks, kind: records}'), ...files })).toEqual([
      '1 data file stands beside a text of the same name and is not read, so a policy in it does not hold; state it in the front matter of the text: talks/one.yaml',
    ]);
  });

  it('is named twenty times at most', async () => {
    const names = Array.from({ length: 22 }, (_, at) => `${at + 10}`);
    const [notice = ''] = await unread({
      ...config('collections:\n- {dir: essays, kind: records}'),
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`essays/${name}.md`, 'x'],
          [`essays/${name}.yaml`, 'x: 1'],
        ]),
      ),
    });
    expect(notice.endsWith('essays/28.yaml, essays/29.yaml, 2 not shown')).toBe(true);
  });
});
