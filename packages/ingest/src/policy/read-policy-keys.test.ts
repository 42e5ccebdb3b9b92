import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseFrontMatter } from '../front-matter/parse-front-matter.ts';
import { readPolicyKeys } from './read-policy-keys.ts';

const read = (yaml: string) => readPolicyKeys(parseFrontMatter(`---\n${yaml}\n---\n`).data);

function refusalOf(yaml: string): string {
  try {
    read(yaml);
  } catch (error) {
    if (error instanceof FileRefusedError) return `${error.field}: ${error.reason}`;
    throw error;
  }
  return 'accepted';
}

describe('readPolicyKeys (decisions 1.7a–b)', () => {
  it('reads our own keys', () => {
    expect(
      read(
        'raw: private\nexposure: semantic\npublicTitle: true\nrequireReview: false\npolicy:\n  match: face\n  lint: {ngramWords: 4, terms: [Ice House]}\nembargo: 2030-01-01',
      ),
    ).toEqual({
      raw: 'private',
      exposure: 'semantic',
      publicTitle: true,
      requireReview: false,
      policy: { match: 'face', lint: { ngramWords: 4, terms: ['Ice House'] } },
      embargo: '2030-01-01',
      narrowedBy: [],
    });
  });

  it.each([
    'raw: Private',
    'raw: yes',
    'raw:',
    'exposure: none!',
    'exposure: [text]',
    'publicTitle: "true"',
    'requireReview: yes',
    'embargo: [2030]',
  ])('refuses a malformed value of ours: %s', (yaml) => {
    expect(refusalOf(yaml)).not.toBe('accepted');
  });

  it.each([
    'policy: face',
    'policy: {matches: face}',
    'policy: {lint: {ngramWords: 40}}',
    'policy: {raw: private}',
    'policy:',
  ])('refuses a policy that is not as documented: %s', (yaml) => {
    expect(refusalOf(yaml)).toContain('it is not a policy as documented');
  });

  it.each([
    'RAW: private',
    'row: private',
    'raws: private',
    'ra: private',
    'Exposure: none',
    'exposur: none',
    'exposre: none',
    'expsoure: none',
    'public_title: true',
    'publictitel: true',
    'require-review: true',
    'Policy: {}',
    'polcy: {}',
    'embargoed: 2030',
    'embarog: 2030',
  ])('refuses a key near one of ours: %s', (yaml) => {
    expect(refusalOf(yaml)).toContain('it looks like a misspelt policy key');
  });

  it.each([
    'law: x',
    'rows: x',
    'road: x',
    'embarrassed: x',
    'explore: x',
    'date: 2020',
    'publishDate: 2020',
    'tags: [a]',
    'policies: x',
    'topic: x',
  ])('takes no offence at a key that is not near: %s', (yaml) => {
    expect(read(yaml)).toEqual({ narrowedBy: [] });
  });

  it.each([
    'privat: true',
    'privates: true',
    'visiblity: public',
    'unlistd: true',
    'passwords: x',
    'confidental: true',
    'restrictd: true',
    'pirvate: true',
    'drfat: true',
    'hiden: true',
    'noindx: true',
    'acces: private',
    'staus: private',
    'publc: false',
    'pulbish: false',
    'prviate: false',
    'prіvаtе: true',
    'hіddеn: true',
    'rаw: private',
    'ｒａｗ: private',
    'ехposure: none',
    'isPrivate: true',
    'is_private: true',
    'is-draft: true',
    'isPublic: false',
    'isPrivate: maybe',
    'embargoUntil: 2030-01-01',
    'embargo_until: 2030-01-01',
    'embargo_date_end: 2030-01-01',
    'underEmbargo: true',
    'hidden-until: 2030',
  ])('refuses a key at distance one of a foreign restriction: %s', (yaml) => {
    expect(refusalOf(yaml)).toContain('it looks like a misspelt policy key');
  });

  it.each([
    'publisher: true',
    'craft: x',
    'stats: true',
    'states: [a]',
    'isPublic: true',
    'isDraft: false',
    'is_hidden: false',
    'island: x',
    'untilled: x',
    'статус: private',
  ])('leaves an honest key near a restriction alone: %s', (yaml) => {
    expect(read(yaml)).toEqual({ narrowedBy: [] });
  });

  it.each([
    'params: {private: true}',
    'extra: {x: {y: [{draft: yes}]}}',
    'cascade: [{hidden: "true"}]',
    'archive: {raw: private}',
    'archive: {Exposure: none}',
    'params: {pirvate: true}',
    'params: {public: "no"}',
    'params: {status: Draft}',
    'params: {password: x}',
    'params: {embargo: 2030-01-01}',
    'status: {private: true}',
  ])('refuses a restriction inside a record: %s', (yaml) => {
    const outcome = refusalOf(yaml);
    expect(outcome === 'accepted' ? outcome : 'refused').toBe('refused');
    if (!yaml.startsWith('status'))
      expect(outcome).toBe(`${yaml.split(':')[0]}: a restriction stands inside it, where none is read`);
  });

  it.each([
    'params: {private: false, status: 200, public: true, published: 2020-01-01, password: null}',
    'source: {status: final, raw: public, embargo: none, publisher: x}',
    'tags: [private, draft]',
  ])('leaves a record without a restriction alone: %s', (yaml) => {
    expect(read(yaml)).toEqual({ narrowedBy: [] });
  });

  it('reads a restriction in full width or with unseen characters as itself', () => {
    expect(read('ｐｒｉｖａｔｅ: true').narrowedBy).toEqual(['ｐｒｉｖａｔｅ']);
    expect(read('pri\u200Bvate: true').narrowedBy).toEqual(['pri\u200Bvate']);
  });

  it.each([
    'private: true',
    'Private: true',
    'hidden: true',
    'unlisted: true',
    'noindex: true',
    'confidential: true',
    'restricted: true',
    'public: false',
    'password: x',
    'password: 0',
  ])('is narrowed by %s', (yaml) => {
    expect(read(yaml).narrowedBy).toEqual([yaml.split(':')[0]]);
  });

  it.each(
    ['visibility', 'access', 'status'].flatMap((key) =>
      ['private', 'internal', 'restricted', 'draft', 'hidden', 'Private', ' HIDDEN '].map(
        (word) => `${key}: "${word}"`,
      ),
    ),
  )('is narrowed by %s', (yaml) => {
    expect(read(yaml).narrowedBy).toEqual([yaml.split(':')[0]]);
  });

  it.each(['draft: true', 'published: false', 'publish: false', 'dg-publish: false'])(
    'leaves the file out on %s',
    (yaml) => {
      expect(read(yaml)).toEqual({ narrowedBy: [], leftOutBy: yaml.split(':')[0] });
    },
  );

  it.each([
    'draft: false',
    'published: true',
    'publish: true',
    'dg-publish: true',
    'private: false',
    'hidden: false',
    'public: true',
    'password:',
    'password: " "',
    'status: published',
    'visibility: public',
    'access: open',
    'status: stable',
    'status: final',
    'status: active',
    'status: new',
  ])('is not touched by %s', (yaml) => {
    expect(read(yaml)).toEqual({ narrowedBy: [] });
  });

  it.each([
    'private: "false"',
    'private: yes',
    'private: no',
    'private: 1',
    'private:',
    'draft: "true"',
    'published: 2021-04-01',
    'published: soon',
    'visibility: friends',
    'visibility:',
    'visibility: true',
    'status: archived',
    'password: true',
    'password: [a]',
    'hidden: maybe',
  ])('refuses a foreign value it does not understand: %s', (yaml) => {
    expect(refusalOf(yaml)).toBe(
      `${yaml.split(':')[0]}: its value is not understood, so it is taken as a restriction`,
    );
  });

  it('never names a value', () => {
    for (const yaml of [
      'raw: zebra-secret',
      'private: zebra-secret',
      'visibility: zebra-secret',
      'policy: {lint: {terms: zebra-secret}}',
      'embargo: [zebra-secret]',
    ]) {
      expect(refusalOf(yaml)).not.toContain('zebra');
    }
  });
});
