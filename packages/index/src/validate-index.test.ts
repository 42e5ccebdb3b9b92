import { describe, expect, it } from 'vitest';
import { PublicSafeLintError } from '@archive/lint';
import { IndexFormatError, MIGRATE, REBUILD } from './index-format-error.ts';
import type { PrivateIndex } from './private-index.ts';
import { asJson, withValue, type Place } from './testing/edit-json.ts';
import {
  buildSample,
  changeWork,
  PRIVATE_STEMS,
  sampleEntity,
  sampleIndex,
  samplePage,
  sampleProjection,
  sampleWorks,
  words,
} from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';
import { validateIndex } from './validate-index.ts';

/** In code unit order of ids: 0 book, 1 diary, 2 episode, 3 essay, 4 note, 5 record, 6 transcript. */
const good = asJson(sampleIndex()) as PrivateIndex;

/** What a load says of a value; fails the test when it says nothing. */
function refusalOf(value: unknown, options?: { file: string }): IndexFormatError | PublicSafeLintError {
  try {
    validateIndex(value, options);
  } catch (error) {
    if (error instanceof IndexFormatError || error instanceof PublicSafeLintError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const entity = (...place: Place): Place => ['entities', 3, ...place];
const fragment = (at: number, ...place: Place): Place => ['entries', at, 'fragment', ...place];

describe('validateIndex', () => {
  it('returns a copy that is equal, key for key, for an index in memory and for one from JSON', () => {
    const index = sampleIndex();
    expect(validateIndex(index)).toEqual(index);
    expect(validateIndex(good)).toEqual(index);
    expect(validateIndex(index)).not.toBe(index);
  });

  it.each<[place: Place, value: unknown, field: string]>([
    // Header
    [['builtAt'], undefined, 'builtAt'],
    [['builtAt'], '2024-02-30', 'builtAt'],
    [['builtAt'], '2024-03-05T25:00:00Z', 'builtAt'],
    [['builtAt'], 'yesterday', 'builtAt'],
    [['model'], '', 'model'],
    [['dimensions'], 12.5, 'dimensions'],
    [['dimensions'], 0, 'dimensions'],
    [['dimensions'], 13, 'entries[0].vector'],
    [['entities'], {}, 'entities'],
    [['entries'], null, 'entries'],
    [['about'], {}, 'about'],
    [['__proto__'], { polluted: true }, '__proto__'],
    // Entity
    [entity(), 'essay', 'entities[3]'],
    [entity('id'), 'essay:with space', 'entities[3].id'],
    [entity('id'), 'essay:a#b', 'entities[3].id'],
    [entity('id'), 'essay:a\u200bb', 'entities[3].id'],
    [entity('id'), 'essay:', 'entities[3].id'],
    [entity('id'), 'book:harbour', 'entities[3].id'],
    [entity('type'), 'letter', 'entities[3].id'],
    [entity('title'), ' ', 'entities[3].title'],
    [entity('title'), 7, 'entities[3].title'],
    [entity('title'), 'half \ud83c', 'entities[3].title'],
    [entity('date'), '2019-13', 'entities[3].date'],
    [entity('date'), ' 2019', 'entities[3].date'],
    [entity('url'), '/essay', 'entities[3].url'],
    [entity('url'), 'ftp://sample.example/a', 'entities[3].url'],
    [entity('url'), 'https://user:pass@sample.example/', 'entities[3].url'],
    [entity('url'), 'https://sample.example/#:~:text=amber', 'entities[3].url'],
    [entity('url'), 'https://sample.example/a b', 'entities[3].url'],
    [entity('attribution'), undefined, 'entities[3].attribution'],
    [entity('attribution', 0, 'name'), '', 'entities[3].attribution[0].name'],
    [entity('attribution', 0, 'placeholder'), 'nobody', 'entities[3].attribution[0].placeholder'],
    [entity('attribution', 0, 'nick'), 'x', 'entities[3].attribution[0].nick'],
    [entity('identifiers', 0, 'value'), undefined, 'entities[3].identifiers[0].value'],
    [entity('themes'), 'tides', 'entities[3].themes'],
    [entity('parent'), 'essay:harbour', 'entities[3].parent'],
    [entity('parent'), 'the harbour', 'entities[3].parent'],
    [entity('parent'), 'essay:absent', ''],
    [entity('disclosure'), { raw: 'private', exposure: 'text' }, 'entities[3].disclosure.exposure'],
    [entity('disclosure', 'raw'), 'secret', 'entities[3].disclosure.raw'],
    [entity('policy'), { match: 'lines' }, 'entities[3].policy.match'],
    [entity('policy'), { requireReview: 'yes' }, 'entities[3].policy.requireReview'],
    [entity('policy'), { keepComments: 'yes' }, 'entities[3].policy.keepComments'],
    [entity('policy'), { lint: { ngramWords: 2 } }, 'entities[3].policy.lint.ngramWords'],
    [entity('policy'), { lint: { ngramWords: 1000 } }, 'entities[3].policy.lint.ngramWords'],
    [entity('policy'), { lint: { ngramChars: 25 } }, 'entities[3].policy.lint.ngramChars'],
    [entity('policy'), { lint: { gistMaxChars: 79 } }, 'entities[3].policy.lint.gistMaxChars'],
    [entity('policy'), { lint: { terms: ['a b c d e f g'] } }, 'entities[3].policy.lint.terms[0]'],
    [entity('policy'), { hideAll: true }, 'entities[3].policy.hideAll'],
    [entity('body'), 'x', 'entities[3].body'],
    [entity('__proto__'), { raw: 'public' }, 'entities[3].__proto__'],
    // Entry
    [['entries', 0], [], 'entries[0]'],
    [['entries', 0, 'note'], 'x', 'entries[0].note'],
    [['entries', 0, 'model'], 'other', 'entries[0].model'],
    [['entries', 0, 'dimensions'], 11, 'entries[0].dimensions'],
    [['entries', 0, 'contentHash'], 'ABCDEF0123456789', 'entries[0].contentHash'],
    [['entries', 0, 'contentHash'], '0123456789abcdef', 'entries[0].contentHash'],
    [['entries', 0, 'embeds'], 'page', 'entries[0].embeds'],
    [['entries', 0, 'embeds'], 'face', 'entries[0].contentHash'],
    [['entries', 0, 'embeds'], undefined, ''],
    [['entries', 7, 'embeds'], 'face', 'entries[7].embeds'],
    [['entries', 0, 'vector'], 'AAAA', 'entries[0].vector'],
    [['entries', 0, 'vector'], Array(12).fill(0), 'entries[0].vector'],
    [['entries', 0, 'vector'], Array(11).fill(1), 'entries[0].vector'],
    [['entries', 0, 'vector'], [...Array(11).fill(1), null], 'entries[0].vector'],
    [['entries', 0, 'vector'], [...Array(11).fill(1), Number.NaN], 'entries[0].vector'],
    [['entries', 0, 'vector'], [...Array(11).fill(1), Number.POSITIVE_INFINITY], 'entries[0].vector'],
    [['entries', 0, 'vector'], [...Array(11).fill(1), 1e39], 'entries[0].vector'],
    [['entries', 0, 'vector'], Array(12).fill(1e-60), 'entries[0].vector'],
    // Fragment
    [fragment(0, 'id'), 'book:lantern', 'entries[0].fragment.id'],
    [fragment(0, 'id'), 'book:lantern#', 'entries[0].fragment.id'],
    [fragment(0, 'id'), 'book:lantern#p 1', 'entries[0].fragment.id'],
    [fragment(0, 'id'), 'book:lantern#p1#p2', 'entries[0].fragment.id'],
    [fragment(0, 'id'), 'book:lantern#P2', 'entries[1].fragment.id'],
    [fragment(0, 'entityId'), 'essay:harbour', 'entries[0].fragment.id'],
    [fragment(0, 'text'), undefined, 'entries[0].fragment.text'],
    [fragment(0, 'text'), 'half \udf09', 'entries[0].fragment.text'],
    [fragment(0, 'locator'), [], 'entries[0].fragment.locator'],
    [fragment(0, 'locator', 0, 'value'), ' ', 'entries[0].fragment.locator[0].value'],
    [fragment(0, 'locator', 0, 'label'), 'x', 'entries[0].fragment.locator[0].label'],
    [fragment(0, 'date'), '1e3', 'entries[0].fragment.date'],
    [fragment(0, 'disclosure'), { raw: 'public', exposure: 'text' }, 'entries[0].fragment.disclosure.raw'],
    [fragment(0, 'disclosure', 'exposure'), 'text', 'entries[0].fragment.disclosure.exposure'],
    [fragment(0, 'sourceReview'), 'done', 'entries[0].fragment.sourceReview'],
    [fragment(0, 'requested'), 'text', 'entries[0].fragment.requested'],
    [fragment(0, 'constructor'), 'x', 'entries[0].fragment.constructor'],
    [fragment(10, 'locator', 0, 'value'), '0', ''],
    // Projection
    [fragment(0, 'projection'), undefined, 'entries[0].fragment.projection'],
    [fragment(0, 'projection', 'vetoed'), true, 'entries[0].fragment.projection'],
    [fragment(0, 'projection', 'stale'), true, 'entries[0].fragment.projection'],
    [fragment(0, 'projection', 'lint'), 'failed', 'entries[0].fragment.projection.draft'],
    [fragment(0, 'projection', 'lint'), 'skipped', 'entries[0].fragment.projection.lint'],
    [fragment(0, 'projection', 'gist'), '', 'entries[0].fragment.projection.gist'],
    [
      fragment(0, 'projection', 'contentHash'),
      '0123456789abcdef',
      'entries[0].fragment.projection.contentHash',
    ],
    [fragment(0, 'projection', 'source'), 'dictated', 'entries[0].fragment.projection.source'],
    [fragment(0, 'projection', 'quote'), 'x', 'entries[0].fragment.projection.quote'],
  ])('at %j refuses %j', (place, value, field) => {
    const spoilt = withValue(good, place, value);
    if (field === '') {
      expect(() => validateIndex(spoilt)).not.toThrow();
      return;
    }
    const refusal = refusalOf(spoilt);
    expect(refusal).toBeInstanceOf(IndexFormatError);
    expect((refusal as IndexFormatError).field).toBe(field);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['value', '1e3'],
    ['value', ' 750'],
    ['value', '-1'],
    ['end', '0x10'],
  ])('refuses a timecode whose %s is %s (decisions 4.8)', (key, value) => {
    const at = good.entries.findIndex(({ fragment }) => fragment.id === 'transcript:eleven#t0-30');
    const refusal = refusalOf(withValue(good, fragment(at, 'locator', 0, key), value));
    expect(refusal).toMatchObject({ field: `entries[${at}].fragment.locator[0].${key}` });
  });

  it('refuses a timecode that ends before it begins', () => {
    const at = good.entries.findIndex(({ fragment }) => fragment.id === 'transcript:eleven#t31-60');
    const refusal = refusalOf(withValue(good, fragment(at, 'locator', 0, 'end'), '9'));
    expect(refusal.message).toBe(
      `private index: entries[${at}].fragment.locator[0].end comes before the value`,
    );
  });

  it.each([
    [2, MIGRATE],
    [3, MIGRATE],
    [5, REBUILD],
    ['4', REBUILD],
    [undefined, REBUILD],
  ])('refuses schema %j with the remedy for it', (version, help) => {
    expect(refusalOf(withValue(good, ['version'], version))).toMatchObject({ field: 'version', help });
  });

  it.each([[null], [[]], ['text'], [4]])('refuses %j for an index', (value) => {
    expect(refusalOf(value).message).toBe('private index is not an object');
  });

  it('refuses a served index on the private path, by its kind, with a remedy', () => {
    const refusal = refusalOf(toServedIndex(sampleIndex()));
    expect(refusal).toMatchObject({ field: 'kind', help: expect.stringContaining('private index') });
    expect(refusalOf({ version: 4, served: true, entities: [], entries: [] })).toMatchObject({
      field: 'kind',
    });
  });

  it('reads a file without kind as private, with model and dimensions in its entries (decisions 4.3)', () => {
    const { kind: _kind, builtAt: _builtAt, model, dimensions, ...rest } = good;
    const legacy = { ...rest, entries: good.entries.map((entry) => ({ ...entry, model, dimensions })) };
    expect(validateIndex(legacy)).toEqual({ ...good, builtAt: '1970-01-01' });
    expect(refusalOf(withValue(legacy, ['entries', 1, 'model'], 'x'))).toMatchObject({
      field: 'entries[1].model',
    });
    expect(refusalOf({ version: 4, entities: [], entries: [] })).toMatchObject({ field: 'model' });
  });

  it('refuses an entity without a fragment, and a fragment without an entity', () => {
    const lonely = { ...good, entities: [...good.entities, sampleEntity('essay:lonely')] };
    expect(refusalOf(lonely)).toMatchObject({ field: `entities[${good.entities.length}]` });
    expect(refusalOf({ ...good, entities: good.entities.slice(0, -1) })).toMatchObject({
      field: `entries[${good.entries.length - 2}].fragment.entityId`,
    });
  });

  it('refuses ids that are equal after NFC or case folding (decisions 1.10)', () => {
    for (const [a, b] of [
      ['essay:caf\u00e9', 'essay:cafe\u0301'],
      ['essay:stra\u00dfe', 'essay:STRASSE'],
      ['essay:a', 'essay:a'],
    ] as const) {
      const works = [a, b].map((id) => ({ entity: sampleEntity(id), fragments: [samplePage(id, 1, 'x')] }));
      expect(refusalOf(buildSample(works)).message).toMatch(
        /^private index: entities\[1\]\.id is that of entities\[0\]\.id/,
      );
    }
  });

  it('refuses parents that lead back to their child', () => {
    const works = ['a', 'b', 'c'].map((name, at) => ({
      entity: sampleEntity(`essay:${name}`, { parent: `essay:${'bca'[at]}` }),
      fragments: [samplePage(`essay:${name}`, 1, 'x')],
    }));
    expect(refusalOf(buildSample(works))).toMatchObject({
      field: expect.stringMatching(/^entities\[\d\]\.parent$/),
    });
  });

  it('refuses a vector made from a text that has been edited since, its own or a neighbour of its window', () => {
    const edited = withValue(good, fragment(2, 'text'), words('dune', 111));
    expect(refusalOf(edited)).toMatchObject({ field: 'entries[2].contentHash' });
    const at = good.entries.findIndex(({ fragment }) => fragment.id === 'transcript:eleven#t31-60');
    const neighbour = withValue(good, fragment(at, 'text'), words('gravel', 91));
    expect(refusalOf(neighbour)).toMatchObject({ field: `entries[${at - 1}].contentHash` });
  });

  it('refuses a window where the work has none, and any window at none', () => {
    const at = good.entries.findIndex(({ fragment }) => fragment.id === 'note:cellar#p1');
    expect(refusalOf(withValue(good, ['entries', at, 'embeds'], 'window'))).toMatchObject({
      field: `entries[${at}].embeds`,
    });
    const notebook = sampleEntity('note:long', { disclosure: { raw: 'private', exposure: 'none' } });
    const pages = [1, 2].map((page) => samplePage(notebook.id, page, words(`page${page}x`, 60)));
    const withWindow = withValue(
      buildSample([{ entity: notebook, fragments: pages }]),
      ['entries', 0, 'embeds'],
      'window',
    );
    expect(refusalOf(withWindow)).toMatchObject({ field: 'entries[0].embeds' });
  });

  it('re-earns the verdict on metadata: a title that quotes the text fails the load (S§12)', () => {
    const quoting = withValue(good, ['entities', 6, 'title'], words('fjord', 5, 3));
    const refusal = refusalOf(quoting, { file: 'archive.json' });
    expect(refusal).toBeInstanceOf(PublicSafeLintError);
    expect(refusal).toMatchObject({ path: 'archive.json entities[6]', field: 'title' });
  });

  it('re-earns the verdict on gists: passed in the file is a word, not a verdict (S§12)', () => {
    const quoting = withValue(
      good,
      fragment(0, 'projection', 'gist'),
      `He read ${words('amber', 5, 60)} aloud.`,
    );
    const refusal = refusalOf(quoting);
    expect(refusal).toBeInstanceOf(PublicSafeLintError);
    expect(refusal).toMatchObject({ path: 'entries[0].fragment', field: 'gist' });
  });

  it('lints a gist against the whole work: one page may not quote the next', () => {
    const quoting = withValue(
      good,
      fragment(0, 'projection', 'gist'),
      `He read ${words('ember', 5, 60)} aloud.`,
    );
    expect(refusalOf(quoting)).toMatchObject({ field: 'gist' });
  });

  it('lints the gist of a public work too', () => {
    const at = good.entries.findIndex(({ fragment }) => fragment.id === 'record:survey#p2');
    const quoting = withValue(good, fragment(at, 'projection', 'gist'), words('chalk', 6));
    expect(refusalOf(quoting)).toMatchObject({ path: `entries[${at}].fragment`, field: 'gist' });
  });

  it('reads the window of the work for both lints', () => {
    const works = changeWork(sampleWorks(), 'book:lantern', (work) => ({
      ...work,
      entity: { ...work.entity, policy: { ...work.entity.policy, lint: { ngramWords: 3 } } },
    }));
    const strict = asJson(buildSample(works));
    const quoting = withValue(strict, fragment(0, 'projection', 'gist'), `He read ${words('amber', 3)}.`);
    expect(refusalOf(quoting)).toMatchObject({ field: 'gist' });
    expect(
      validateIndex(withValue(good, fragment(0, 'projection', 'gist'), `He read ${words('amber', 3)}.`)),
    ).toBeDefined();
  });

  it('keeps a carried gist that no longer passes as a draft, and does not fail on it (S§12)', () => {
    const text = words('dune', 110);
    const projection = { ...sampleProjection(text, 'A fine gist.'), gist: words('dune', 9) };
    const carried = withValue(good, fragment(2, 'projection'), projection);
    const { gist, ...rest } = projection;
    expect(validateIndex(carried).entries[2]?.fragment.projection).toEqual({
      ...rest,
      lint: 'failed',
      draft: gist,
    });
  });

  it('holds terms to what is served, and counts them (decisions 2.7)', () => {
    const lint = (terms: string[]) => withValue(good, ['entities', 0, 'policy', 'lint'], { terms });
    expect(validateIndex(lint(['Mira Vold']))).toBeDefined();
    expect(refusalOf(lint(['ember ember']))).toMatchObject({ field: 'entities[0].policy.lint.terms[0]' });
    const many = Array.from({ length: 11 }, () => 'Mira Vold');
    expect(refusalOf(lint(many))).toMatchObject({ field: 'entities[0].policy.lint.terms' });
  });

  it('says nothing of what a private work holds, wherever the fault lies', () => {
    const secret = 'amber basalt';
    const spoilers: unknown[] = [secret, 7, null, [secret], { [secret]: secret }];
    for (const place of [
      entity('title'),
      fragment(0, 'id'),
      fragment(0, 'text'),
      fragment(0, 'locator'),
      fragment(0, 'date'),
      fragment(0, 'projection'),
    ]) {
      for (const value of spoilers) {
        let message = '';
        try {
          validateIndex(withValue(good, place, value));
        } catch (error) {
          message = `${(error as Error).message} ${JSON.stringify(error)}`;
        }
        for (const stem of PRIVATE_STEMS) expect(message).not.toContain(stem);
      }
    }
  });
});
