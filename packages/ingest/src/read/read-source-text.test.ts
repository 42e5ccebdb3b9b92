import { describe, expect, it } from 'vitest';
import { decodeText } from '../files/decode-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseSource } from './read-source-text.ts';

function refusalOf(text: string): string {
  try {
    parseSource(decodeText(Buffer.from(text)));
  } catch (error) {
    if (error instanceof FileRefusedError) return error.reason;
    throw error;
  }
  return 'accepted';
}

const STRAY = 'a restriction stands near its head, but not in front matter that is read';

describe('parseSource', () => {
  it.each([
    ['a comment before the fence', '<!-- made by a tool -->\n---\nprivate: true\n---\nbody'],
    ['a heading before the fence', '# Title\n---\nraw: private\nexposure: none\n---\nbody'],
    ['a quotation mark before the fence', '> ---\n> private: true\n> ---\nbody'],
    ['a longer rule', '----\nprivate: true\n----\nbody'],
    ['a rule with words', '---text\nprivate: true\n---\nbody'],
    ['asterisks for a fence', '***\nprivate: true\n***\nbody'],
    ['a commented JSON object', '// c\n{"private": true}\nbody'],
    ['a comment inside a JSON object', '{ // c\n"private": true}\nbody'],
    ['a JSON list', '[{"title": "x", "private":true}]\nbody'],
    ['a block without its opening fence', 'title: x\nprivate: true\n---\nbody'],
    ['a MultiMarkdown header', 'Title: x\nPrivate: yes\nDate: 2020\n\nbody'],
    ['a leading code block', '```yaml\ntitle: x\nprivate: true\n```\nbody'],
    ['a leading code block under a comment', '<!-- c -->\n\n~~~\ndraft: true\n~~~\nbody'],
    ['a restriction within the comment', '<!--\nprivate: true\n-->\nbody'],
    ['a Dataview field', 'private:: true\n\nbody'],
    ['a bracketed Dataview field', '- [draft:: true]\n\nbody'],
    ['a fence with content', '--- private: true\n---\nbody'],
    ['an empty block first', '---\n\n---\nprivate: true\n---\nbody'],
    ['full width', 'title：x\nｐｒｉｖａｔｅ： ｔｒｕｅ\n\nbody'],
    ['odd line ends', '# T\u2028private: true\u2028body'],
    ['bold', '**Private:** true\n\nbody'],
    ['a table', '| private | x |\nvisibility = "private"\n'],
    ['a nested key', 'params:\n  private: true\n\nbody'],
    ['a dotted key', 'params.private = true\n\nbody'],
    ['a misspelt key', '# T\n---\npirvate: true\n---\nbody'],
    ['a trailing comment', '# T\n---\ndraft: true # not yet\n---\nbody'],
    ['a match by face', '# T\n---\npolicy:\n  match: face\n---\nbody'],
    ['an embargo', '# T\n---\nembargo: 2030-01-01\n---\nbody'],
    ['an exported constant', 'export const draft = true\n\nbody'],
    ['exported data', "export const metadata = { title: 'x', private: true }\n\nbody"],
    [
      'exported data late in the file',
      `${'text\n\n'.repeat(60)}export const frontmatter = {\n  private: true,\n}\n\nbody`,
    ],
    [
      'exported data over blank lines',
      `${'text\n\n'.repeat(60)}export const meta = {\n\n  a: [],\n\n  private: true,\n}\n\nbody`,
    ],
    ['exported data under front matter', '---\ntitle: x\n---\nexport const meta = {private: true}\n\nbody'],
  ])('refuses a restriction in %s (decisions 1.7c)', (_name, text) => {
    expect(refusalOf(text)).toBe(STRAY);
  });

  it.each([
    [
      'prose with a status',
      '# T\n\nStatus: draft of a letter never sent\n\nAccess: by boat\n\nPrivate: the later years',
    ],
    ['a longer rule over text', '----\nhello\n----\nworld'],
    ['a code block under a heading', '# T\n\n```yaml\nprivate: true\n```\n\ntext'],
    ['an open value', 'title: x\nprivate: false\nstatus: published\npublished: 2021-04-01\n\nbody'],
    ['a line deep in the file', `${'text\n'.repeat(60)}private: true\n`],
    ['a long line', `Private: true${' indeed'.repeat(12)}`],
    ['a title block under front matter', '---\ntitle: x\n---\n\n---\n\nWeather: fine.\n\n---\n\ntext'],
    ['a rule under front matter', '---\ntitle: x\n---\n---\n\nNote: she left.'],
    ['an export in a code block', '# T\n\n```js\nexport const meta = { private: true }\n```\n\ntext'],
    ['an export that restricts nothing', "export const metadata = { title: 'private' }\n\nbody"],
  ])('accepts %s', (_name, text) => {
    expect(refusalOf(text)).toBe('accepted');
  });

  it.each([
    ['cannot be parsed', '---\ntitle: x\n---\n---\nprivate: true\nx: [\n---\nC'],
    [
      'cannot be parsed and restricts nothing that is known',
      '---\ntitle: x\n---\n---\nprivacy: high\nx: [\n---\nC',
    ],
    ['is not closed', '---\ntitle: x\n---\n---\nprivate: true\nC'],
    ['has a misspelt key', '---\ntitle: x\n---\n---\nprivat: true\n---\nC'],
    ['has a nested restriction', '---\ntitle: x\n---\n---\nparams: {private: true}\n---\nC'],
    ['follows an empty one', '---\n---\n---\nprivate: true\n---\nC'],
    ['follows an empty one and cannot be parsed', '---\n---\n---\nprivate: true\nx: [\n---\nC'],
    ['is TOML', '---\ntitle: x\n---\n+++\nprivate = true\nx = [\n+++\nC'],
    ['is JSON', '---\ntitle: x\n---\n{"private": true,}\nC'],
    ['is the third', '---\ntitle: x\n---\n---\na: b\n---\n---\nprivate: true\n---\nC'],
    ['has a mark before its fence', '---\ntitle: x\n---\n\u200E---\nprivate: true\n---\nC'],
  ])('refuses a second block that %s', (_name, text) => {
    expect(refusalOf(text)).not.toBe('accepted');
  });

  it('refuses blocks without number at once', () => {
    const start = Date.now();
    expect(refusalOf('---\na: b\n---\n'.repeat(50_000))).toBe(
      'a second block with a policy follows the first',
    );
    expect(Date.now() - start).toBeLessThan(2_000);
  });
});
