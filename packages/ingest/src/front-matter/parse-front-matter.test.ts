import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../files/decode-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseFrontMatter } from './parse-front-matter.ts';
import { parseJsonRecord } from './parse-json-object.ts';

const read = (text: string) => parseFrontMatter(decodeText(Buffer.from(text)));

/** A string as its escapes, for titles. */
const escaped = (text: string): string =>
  text.replace(/[^!-~]/gu, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')} `).trim();

function refusalOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FileRefusedError) return error.reason;
    throw error;
  }
  return 'accepted';
}

describe('parseFrontMatter (decisions 1.7c)', () => {
  it.each([
    ['CRLF', '---\r\nvisibility: private\r\n---\r\nsecret'],
    ['CR alone', '---\rvisibility: private\r---\rsecret'],
    ['mixed line ends', '---\r\nvisibility: private\n---\rsecret'],
    ['a byte order mark', '\uFEFF---\nvisibility: private\n---\nsecret'],
    ['two byte order marks', '\uFEFF\uFEFF---\nvisibility: private\n---\nsecret'],
    ['a fence followed by blanks and tabs', '--- \t\nvisibility: private\n---\t \nsecret'],
    ['blank lines before the fence', '\n \n---\nvisibility: private\n---\nsecret'],
    ...[
      '\u200E',
      '\u200C',
      '\u200D',
      '\u00AD',
      '\u202A',
      '\uFE0F',
      '\u{E0001}',
      '\u0001',
      '\u00A0',
      '\u2800',
    ].map((mark): [string, string] => [
      `${escaped(mark)} before the fence`,
      `${mark}---\nvisibility: private\n---\nsecret`,
    ]),
    ...['\u200B', '\u00A0', '\f', '\u2028', '\u200E\u2060', ' # a comment'].map((mark): [string, string] => [
      `${escaped(mark)} after the fence`,
      `---${mark}\nvisibility: private\n---\nsecret`,
    ]),
    ['an invisible character in the fence', '-\u200B--\nvisibility: private\n---\nsecret'],
    ['invisible characters after the closing fence', '---\nvisibility: private\n---\u200B\u00A0\nsecret'],
    ...['\u0085', '\u2028', '\u2029', '\f', '\v'].map((end): [string, string] => [
      `${escaped(end)} as line ends`,
      ['---', 'visibility: private', '---', 'secret'].join(end),
    ]),
    ['an invisible space before the fence', '\u200B---\nvisibility: private\n---\nsecret'],
  ])('reads a block with %s', (_name, text) => {
    expect(read(text)).toEqual({ form: 'yaml', data: { visibility: 'private' }, body: 'secret' });
  });

  it('reads a block whose closing fence is the last byte', () => {
    expect(read('---\nvisibility: private\n---')).toEqual({
      form: 'yaml',
      data: { visibility: 'private' },
      body: '',
    });
    expect(read('---\n---')).toEqual({ form: 'yaml', data: {}, body: '' });
    expect(read('---\n# a comment\n---\nx')).toEqual({ form: 'yaml', data: {}, body: 'x' });
  });

  it('takes a longer rule or a rule with words for text', () => {
    for (const text of ['----\nhello\n----\nworld', '---text\nhello\n---\n', '-- -\nx', '++++\nx\n++++\n']) {
      expect(read(text)).toEqual({ form: 'none', data: {}, body: text });
    }
    expect(read('---\na: b\n---\nx\n---more\ny')).toEqual({
      form: 'yaml',
      data: { a: 'b' },
      body: 'x\n---more\ny',
    });
    expect(refusalOf('---\na: b\n---more\nx')).toBe('its block is not closed');
  });

  it('refuses a block that is not closed', () => {
    for (const text of [
      '---\nvisibility: private\nsecret',
      '+++\nprivate = true\nsecret',
      '---',
      '---\n',
      '---\na: b\n ---\n',
      '---\na: b\n...\ntext',
    ]) {
      expect(refusalOf(text)).toBe('its block is not closed');
    }
    expect(refusalOf('{"private": true')).toBe('its JSON object is not closed');
  });

  it('reads TOML whatever stands unseen beside its fence', () => {
    for (const fence of ['\u200E+++', '+++\u200B', '+++ # a comment'])
      expect(read(`${fence}\nprivate = true\n+++\nx`)).toEqual({
        form: 'toml',
        data: { private: true },
        body: 'x',
      });
  });

  it('refuses a fence in dashes that are not hyphens, and the fences of other tools', () => {
    for (const fence of ['—-', '—', '———', '−−−', '－－－', '–-', '＋＋＋', ';;;', ';;;json', '\u200E———'])
      expect(refusalOf(`${fence}\ntitle: x\n${fence}\nbody`)).toBe(
        'its block opens with a fence that is not read',
      );
    for (const text of ['—\n\nShe left.', '———\nA line of verse', '— Come in, he said: now.'])
      expect(read(text)).toEqual({ form: 'none', data: {}, body: text });
  });

  it('refuses a fence that names a language', () => {
    for (const text of [
      '---json\n{"private": true}\n---\nx',
      '---toml\nprivate = true\n---\n',
      '---yaml\nprivate: true\n---\n',
      '---\u200Byaml\nprivate: true\n---\n',
      '+++toml\nprivate = true\n+++\n',
      '--- !!map\nprivate: true\n---\n',
    ]) {
      expect(refusalOf(text)).toBe('its block names a language on the fence');
    }
  });

  it('keeps dates, numbers and words as they were written', () => {
    expect(
      read(
        '---\ndate: 2021-04-01\nlang: no\npublic: yes\nisbn: 0123\ntime: 12:30:45\nversion: 1e3\nid: 0x1F\nyear: 2019\ndraft: true\n---\n',
      ).data,
    ).toEqual({
      date: '2021-04-01',
      lang: 'no',
      public: 'yes',
      isbn: '0123',
      time: '12:30:45',
      version: '1e3',
      id: '0x1F',
      year: '2019',
      draft: true,
    });
  });

  it('keeps the day of a TOML date in every zone', () => {
    const before = process.env['TZ'];
    try {
      for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
        process.env['TZ'] = zone;
        expect(
          read(
            '+++\na = 2021-04-01\nb = 2021-04-01T23:30:00-08:00\nc = 2021-04-01T00:10:00\nn = 12\nprivate = true\n+++\ntext',
          ).data,
        ).toEqual({
          a: '2021-04-01',
          b: '2021-04-01T23:30:00.000-08:00',
          c: '2021-04-01T00:10:00.000',
          n: '12',
          private: true,
        });
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('reads a leading JSON object', () => {
    expect(read('{"title": "a } b", "private": true}\nbody')).toEqual({
      form: 'json',
      data: { title: 'a } b', private: true },
      body: 'body',
    });
    expect(read('{\n\t"version": 1e3,\n\t"u": "\\ud83c\\udf89\\/"\n}\n\nbody').data).toEqual({
      version: '1e3',
      u: '🎉/',
    });
  });

  it('takes a shortcode or an expression for text', () => {
    for (const text of [
      '{{< youtube x >}}\ntext',
      '{% include x %}',
      '{/* note */}\ntext',
      '{props.title}',
      '{',
      'text {"a": 1}',
    ]) {
      expect(read(text).form).toBe('none');
    }
  });

  it.each([
    ['a duplicate key', '---\nvisibility: private\nvisibility: public\n---\n'],
    ['a duplicate JSON key', '{"private": true, "private": false}\n'],
    ['a merge key', '---\nx: &x {isPublic: true}\n<<: *x\n---\n'],
    ['a merge key that reaches the prototype', '---\n<<: {__proto__: {isPublic: true}}\n---\n'],
    ['a prototype key', '---\n__proto__: {isPublic: true}\n---\n'],
    ['a prototype key in TOML', '+++\n[__proto__]\nisPublic = true\n+++\n'],
    ['a prototype key in JSON', '{"__proto__": {"isPublic": true}}'],
    ['a key that comes twice once it is text', "---\n1: a\n'1': b\n---\n"],
    ['a tag that would make a restriction text', '---\nprivate: !!str true\n---\n'],
    ['an explicit tag', '---\na: !!omap [b: 1]\n---\n'],
    ['an unknown tag', '---\na: !secret b\n---\n'],
    ['a tag on a key', '---\n!!str a: b\n---\n'],
    ['a list', '---\n- a\n---\n'],
    ['a single value', '---\nprivate\n---\n'],
    ['a tab as indentation', '---\na:\n\t- b\n---\n'],
    ['an unclosed list', '---\na: [1\n---\n'],
    ['a key without text', '---\n? [a]\n: b\n---\n'],
    ['broken TOML', '+++\nprivate = \n+++\n'],
    ['a duplicate TOML key', '+++\na = 1\na = 2\n+++\n'],
    ['broken JSON', '{"private": tru}\n'],
    ['unquoted JSON', '{private: true}\n'],
    ['an alias that is not there', '---\na: *b\n---\n'],
    ['an alias to itself', '---\na: &a [*a]\n---\n'],
    ['very deep nesting', `---\na: ${'['.repeat(200)}${']'.repeat(200)}\n---\n`],
  ])('refuses %s', (_name, text) => {
    expect(refusalOf(text)).not.toBe('accepted');
    expect(({} as { isPublic?: boolean }).isPublic).toBeUndefined();
  });

  it('says what to do about a tab', () => {
    expect(() => read('---\na:\n\t- b\n---\n')).toThrow(
      expect.objectContaining({
        reason: 'its YAML is not well formed at line 2 (tab-as-indent)',
        help: 'indent with spaces, not with tabs',
      }),
    );
  });

  it('stops an alias bomb at once', () => {
    const bomb = [
      'a0: &a0 [x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}]`),
    ].join('\n');
    const start = Date.now();
    expect(refusalOf(`---\n${bomb}\n---\n`)).toContain('more than 10000 values');
    expect(Date.now() - start).toBeLessThan(2_000);
  });

  it('names a line and never a value', () => {
    expect(refusalOf('---\ntitle: zebra\nprivate: [zebra\n---\n')).toMatch(
      /^its YAML is not well formed at line \d \([a-z-]+\)$/,
    );
    expect(refusalOf('---\na: "zebra\n---\n')).not.toContain('zebra');
    expect(refusalOf('+++\na = zebra\n+++\n')).toBe('its TOML is not well formed at line 1');
  });

  // Public suites of hostile YAML and JSON, read in place when they lie beside the repository; not part of it.
  const data = new URL('../../../../../shared/data/', import.meta.url);
  const rows = (path: string): Record<string, unknown>[] =>
    readFileSync(new URL(path, data), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  describe.runIf(existsSync(new URL('G_yaml_test_suite/cases.jsonl', data)))(
    'with the YAML test suite at hand',
    () => {
      it('reads or refuses each case as a block, and never throws anything else', () => {
        const outcomes = rows('G_yaml_test_suite/cases.jsonl').flatMap((row) =>
          (row['cases'] as { yaml?: string }[]).map(({ yaml = '' }) => refusalOf(`---\n${yaml}\n---\n`)),
        );
        expect(outcomes.length).toBeGreaterThan(150);
        expect(outcomes.filter((outcome) => outcome === 'accepted').length).toBeGreaterThan(40);
      });
    },
  );

  describe.runIf(existsSync(new URL('G_json_test_suite/parsing.jsonl', data)))(
    'with the JSON test suite at hand',
    () => {
      it('reads each valid object and refuses each invalid one', () => {
        for (const row of rows('G_json_test_suite/parsing.jsonl')) {
          const { name, input } = row as { name: string; input: string };
          if (name.startsWith('i_') || !input.trim().startsWith('{')) continue;
          let outcome = 'accepted';
          try {
            parseJsonRecord(input);
          } catch (error) {
            if (!(error instanceof FileRefusedError)) throw error;
            outcome = 'refused';
          }
          // The suite allows a key twice; we do not.
          const expected = name.startsWith('y_') && !name.includes('duplicated') ? 'accepted' : 'refused';
          expect({ name, outcome }).toEqual({ name, outcome: expected });
        }
      });
    },
  );
});
