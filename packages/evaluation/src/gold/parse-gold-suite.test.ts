import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { goldFileSchema } from './gold-file.ts';
import { GoldSuiteError } from './gold-suite-error.ts';
import { parseGoldSuite } from './parse-gold-suite.ts';

const parse = (text: string, author?: string) =>
  parseGoldSuite(text, { path: 'gold.yaml', ...(author === undefined ? {} : { author }) });
const messageOf = (text: string): string => {
  try {
    parse(text);
    return 'taken';
  } catch (error) {
    expect(error).toBeInstanceOf(GoldSuiteError);
    return (error as Error).message;
  }
};
const query = (rest: string): string => `queries:\n  - id: first\n    query: fog\n${rest}`;

describe('parseGoldSuite', () => {
  it('reads every key, fills in the author, and counts the top slot among the sources', () => {
    const { queries, canaries } = parse(
      `canaries: none
queries:
  - id: a
    query: what did {{author}} write, {{author}}?
    filters: { type: [essay], dateFrom: 2018 }
    limit: 5
    recency: auto
    expect:
      top: essay:x
      sources: [essay:y, essay:x]
      mode: [supported, partial]
      cites: [essay:x]
      related: ['book:z#ch1']
      answer: ['fog.*horn']
    forbid: { sources: [note:n], cites: [essay:q], prose: true, answer: [secret] }
    tags: [one, one, two]
    note: why
`.replace('2018', "'2018'"),
      'Wenna',
    );
    expect(canaries).toBe('none');
    expect(JSON.parse(JSON.stringify(queries))).toEqual([
      {
        id: 'a',
        query: 'what did Wenna write, Wenna?',
        limit: 5,
        filters: { type: ['essay'], dateFrom: '2018' },
        recency: 'auto',
        expect: {
          top: 'essay:x',
          sources: ['essay:x', 'essay:y'],
          modes: ['supported', 'partial'],
          cites: ['essay:x'],
          related: ['book:z#ch1'],
          answer: [{ source: 'fog.*horn' }],
        },
        forbid: { sources: ['note:n'], cites: ['essay:q'], prose: true, answer: [{ source: 'secret' }] },
        tags: ['one', 'two'],
        note: 'why',
      },
    ]);
  });

  it('understands the names older suites used', () => {
    const { queries } = parse(
      query(`    expectAnswerMode: partial
    expectSources: [essay:x]
    expectAnswerPatterns: [fog]
    forbidSources: []
    forbidRecordCitations: true
    forbidAnswerPatterns: [url]
`),
    );
    expect(queries[0]?.expect).toMatchObject({ modes: ['partial'], sources: ['essay:x'] });
    expect(queries[0]?.forbid).toMatchObject({ prose: true, sources: [] });
    expect(queries[0]?.forbid.answer[0]?.test('an URL')).toBe(true);
    expect(messageOf(query('    expectSources: [a]\n    expect: { sources: [b] }\n'))).toBe(
      'gold.yaml: query 1 (`first`) states expect.sources twice',
    );
  });

  it.each([
    ['', 'gold.yaml: the file is missing, or is no object'],
    ['queries: []', 'gold.yaml: queries is less than 1, or empty'],
    ['queries: [', 'gold.yaml: line 1 is not well formed YAML'],
    [query('    expects: {}\n'), 'gold.yaml: query 1 (`first`) has a key nobody knows: `expects`'],
    [
      query('    expect: { source: [a] }\n'),
      'gold.yaml: query 1 (`first`) expect has a key nobody knows: `source`',
    ],
    [
      query('    expect: { mode: maybe }\n'),
      'gold.yaml: query 1 (`first`) expect.mode is not what it should be',
    ],
    [query('    limit: 21\n'), 'gold.yaml: query 1 (`first`) limit is more than 20'],
    [
      query("    filters: { dateFrom: '2020', dateTo: '2019' }\n"),
      'gold.yaml: query 1 (`first`) filters.dateTo ends before filters.dateFrom begins',
    ],
    [query('  - id: first\n    query: b\n'), 'gold.yaml: query 2 (`first`) has the id of an earlier query'],
    [
      query('    expect: { answer: [ok, "(a)\\\\1"] }\n'),
      'gold.yaml: query 1 (`first`) expect.answer[1] refers back to a group, which is not searched for here',
    ],
    [
      query('    expect: { refusal: true, mode: partial }\n'),
      'gold.yaml: query 1 (`first`) expect.refusal and expect.mode contradict each other',
    ],
    [
      query('    expect: { refusal: true, cites: [a] }\n'),
      'gold.yaml: query 1 (`first`) expects a refusal, which cites, lists and says nothing',
    ],
    [
      'queries: [{id: a, query: "by {{author}}"}]',
      'gold.yaml: query 1 (`a`) query holds {{author}}, but the archive names no author',
    ],
    ['queries: [{query: no id}]', 'gold.yaml: query 1 id is missing, or is no string'],
    [
      'a: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]',
      'gold.yaml: repeats itself too often by its anchors',
    ],
    [
      'canaries: none\nqueries: [{id: a, query: b}]\n---\ncanaries: [a secret phrase]\n',
      'gold.yaml: holds more than one YAML document, and only the first would be read',
    ],
    [
      'queries: [{id: a, query: b}]\n...\n---\nqueries: []\n',
      'gold.yaml: holds more than one YAML document, and only the first would be read',
    ],
    [query('    constructor: 1\n'), 'gold.yaml: query 1 (`first`) has a key nobody knows: `constructor`'],
    [
      query('    toString: 1\n    expectSources: [a]\n'),
      'gold.yaml: query 1 (`first`) has a key nobody knows: `toString`',
    ],
    [
      query('    __proto__: {}\n    expectSources: [a]\n'),
      'gold.yaml: query 1 (`first`) has a key nobody knows: `__proto__`',
    ],
  ])('names file, query and field of %j', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it('is bounded in length, anchors and aliases, and answers at once where there are more', () => {
    const started = performance.now();
    const many = (of: (at: number) => string): string =>
      `a:\n${Array.from({ length: 3_000 }, (_, at) => `  - ${of(at)}`).join('\n')}`;
    expect(messageOf(`# ${'x'.repeat(4 * 1024 * 1024)}`)).toBe(
      'gold.yaml: is longer than 4194304 characters',
    );
    for (const text of [
      many((at) => `&a${at} x`),
      many((at) => (at === 0 ? '&a x' : '*a')),
      many((at) => (at % 2 === 0 ? `&a${at} x` : `*a${at - 1}`)),
    ])
      expect(messageOf(text)).toBe('gold.yaml: repeats itself too often by its anchors');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('schema/gold-suite.json says what the zod schema says', () => {
    const file = path.join(import.meta.dirname, '../../schema/gold-suite.json');
    const generated = `${JSON.stringify(z.toJSONSchema(goldFileSchema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, generated);
    }
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(generated);
  });
});
