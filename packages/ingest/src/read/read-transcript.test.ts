import { describe, expect, it } from 'vitest';
import { readFiles, readOne } from './archive-folder.fixture.ts';

const config = (extra = '') => ({
  'archive.config.yaml': `collections: [{dir: t, kind: transcripts${extra}}]`,
});
const vtt =
  'WEBVTT\n\nNOTE SECRET\n\n00:03.200 --> 00:05.000\n<v Josse Anker>Wet.\n\n00:05.500 --> 00:07.000\n<v Speaker 2>Where?';

describe('reading recordings', () => {
  it('makes a work of a recording and its sidecar', async () => {
    const { works } = await readFiles({
      ...config(', publicTitle: true, policy: {lint: {terms: [Ice House]}}'),
      't/season.vtt': vtt,
      't/season.yaml': 'id: season\n',
      't/eels.vtt': vtt,
      't/eels.yaml':
        'title: Forty Traps\nabout: https://x.example/t2\ndate: 2019-05-17\ncreators: [{name: Pim, role: host}]\nparent: transcript:season\nspeakers:\n  Speaker 2: {name: Pim Okonjo}\n',
    });
    expect(works.find(({ file }) => file === 't/eels.vtt')).toEqual({
      entity: {
        id: 'transcript:eels',
        type: 'transcript',
        title: 'Forty Traps',
        attribution: [{ name: 'Pim', role: 'host' }],
        date: '2019-05-17',
        url: 'https://x.example/t2',
        identifiers: [],
        parent: 'transcript:season',
        disclosure: { raw: 'private', exposure: 'locator' },
        policy: { publicTitle: true, lint: { terms: ['Ice House'] } },
      },
      fragments: [
        {
          id: 'transcript:eels#t3.2-7',
          entityId: 'transcript:eels',
          locator: [{ scheme: 'timecode', value: '3.2', end: '7' }],
          text: 'Wet.\nWhere?',
          attribution: [
            { name: 'Josse Anker', role: 'speaker' },
            { name: 'Pim Okonjo', role: 'speaker' },
          ],
        },
      ],
      file: 't/eels.vtt',
      rules: ['kind-default'],
    });
  });

  it('makes do without a sidecar: a title and a date from the name, a placeholder for who is not named', async () => {
    const { entity, fragments } = await readOne({ ...config(), 't/2020-01-31-three_nights.vtt': vtt });
    expect([entity.title, entity.date, entity.disclosure]).toEqual([
      'three nights',
      '2020-01-31',
      { raw: 'private', exposure: 'locator' },
    ]);
    expect(fragments[0]?.attribution).toEqual([
      { name: 'Josse Anker', role: 'speaker' },
      { name: 'Other', role: 'speaker', placeholder: 'unnamed' },
    ]);
  });

  it.each([
    ['yaml', 'private: true'],
    ['yml', '---\nvisibility: private\n---\n'],
    ['json', '{"unlisted": true}'],
    ['YAML', 'private: true'],
    ['Json', '{"private": true}'],
    ['json', '{"segments": [], "private": true}'],
  ])('reads the policy in a .%s sidecar', async (extension, content) => {
    const { entity } = await readOne({
      ...config(', raw: public, exposure: text'),
      't/a.vtt': vtt,
      [`t/a.${extension}`]: content,
    });
    expect(entity.disclosure).toEqual({ raw: 'private', exposure: 'none' });
  });

  it.each([
    ['a sidecar that is not well formed', { 't/a.yaml': 'title: [x' }, 'front matter'],
    ['a sidecar of two documents', { 't/a.yaml': 'title: x\n---\nraw: private\n' }, 'front matter'],
    ['a sidecar with a malformed policy', { 't/a.yaml': 'raw: never' }, 'raw'],
    ['two sidecars', { 't/a.yaml': 'title: x', 't/a.json': '{}' }, 'file'],
    ['two sidecars but for letter case', { 't/a.yaml': 'title: x', 't/A.yaml': 'private: true' }, 'file'],
    ['speakers that are no record', { 't/a.yaml': 'speakers: [Ada]' }, 'speakers'],
    ['an unknown placeholder', { 't/a.yaml': 'speakers: {A: {placeholder: nobody}}' }, 'speakers'],
  ])('quarantines a recording with %s', async (_name, files, field) => {
    const { works, quarantined } = await readFiles({ ...config(), 't/a.vtt': vtt, ...files });
    expect(works).toEqual([]);
    expect(quarantined).toMatchObject([{ path: 't/a.vtt', field }]);
  });

  it('does not take a transcript in another form for a sidecar', async () => {
    const { entity } = await readOne({
      ...config(),
      't/a.srt': '1\n00:00:01,000 --> 00:00:02,000\nhello\n',
      't/a.json': '{"version": "1.0.0", "segments": []}',
    });
    expect([entity.title, entity.version]).toEqual(['a', undefined]);
  });

  it('refuses two recordings of one name, and counts data files that belong to none', async () => {
    await expect(
      readFiles({ ...config(), 't/a.vtt': vtt, 't/a.srt': '1\n00:01,0 --> 00:02,0\nx' }),
    ).rejects.toThrow('`t/a.srt` and `t/a.vtt` would have the same id');
    const reading = await readFiles({ ...config(), 't/a.vtt': vtt, 't/b.yaml': 'title: x', 't/c.md': 'x' });
    expect(reading.skipped).toEqual({ '.yaml': 1, '.md': 1 });
  });

  it('leaves out a recording in which nothing is said, and a draft', async () => {
    const reading = await readFiles({
      ...config(),
      't/a.vtt': 'WEBVTT\n',
      't/b.vtt': vtt,
      't/b.yaml': 'draft: true',
    });
    expect([reading.works, reading.skipped]).toEqual([
      [],
      { 'files without text': 1, 'drafts and unpublished': 1 },
    ]);
  });
});
