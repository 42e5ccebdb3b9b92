/**
 * What the author can do at the desk, through its API, and what then stands in projections.json.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectionContentHash, readProjections } from '@archive/index';
import { describe, expect, it } from 'vitest';
import { CH1, CH2, CHAPTERS, deskFolder, HONEST, QUOTING, testDesk } from './desk.fixture.ts';

const both = {
  [CH1]: { words: HONEST, text: CHAPTERS[0] },
  [CH2]: { words: 'A visitor arrives by boat with an unexplained request.', text: CHAPTERS[1] },
};

describe('the archive on the desk', () => {
  it('has its works with where they stand and what a build would release', async () => {
    const place = await deskFolder({
      'archive.config.yaml': `name: Quay papers\ncollections:\n  - { dir: novel, kind: book, raw: private, exposure: semantic }\n  - { dir: essays, kind: records, raw: public }\n`,
      'essays/tide.md': '# Tide\n\nHow the tide turns.\n',
    });
    await place.store({ [CH1]: both[CH1] });
    const desk = await testDesk(place);
    const { works, ...archive } = await desk.archive();
    expect({ ...archive, sha256: archive.sha256?.length }).toEqual({
      name: 'Quay papers',
      fixture: false,
      sha256: 64,
      quarantined: [],
      notices: archive.notices,
      undo: null,
    });
    expect(works.map(({ id, title, raw, file }) => ({ id, title, raw, file }))).toEqual(
      [
        { id: 'book:novel', title: 'The Twelfth Lantern', raw: 'private', file: 'novel/book.yaml' },
        { id: 'essay:tide', title: 'Tide', raw: 'public', file: 'essays/tide.md' },
      ].map((work) => ({ ...work, id: works.find(({ title }) => title === work.title)?.id ?? work.id })),
    );
    const novel = works.find(({ raw }) => raw === 'private');
    expect(novel?.meters).toMatchObject({
      fragments: 2,
      exposures: { text: 0, semantic: 1, locator: 1, none: 0 },
      asked: 2,
      decided: 0,
      gistBudget: 0.15,
      isBudgetEnforced: false,
    });
    expect(novel?.counts).toMatchObject({ current: 1, none: 1, reviewed: 0 });
  });

  it('has its rows page by page, by list and by chapter', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: both[CH1] });
    const desk = await testDesk(place);
    const all = await desk.rows();
    expect(all.rows).toEqual([
      {
        id: CH1,
        at: 0,
        label: 'ch. 1',
        chapter: '',
        status: 'current',
        requested: 'semantic',
        resolved: 'semantic',
        hint: HONEST.slice(0, 80),
      },
      {
        id: CH2,
        at: 1,
        label: 'ch. 2',
        chapter: '',
        status: 'none',
        requested: 'semantic',
        resolved: 'locator',
        hint: '',
      },
    ]);
    const ids = async (query: string): Promise<unknown> => {
      const { json } = await desk.get<{ total: number; rows: { id: string }[] }>(
        `/api/rows?work=book:novel&${query}`,
      );
      return [json.total, json.rows.map(({ id }) => id)];
    };
    expect(await ids('offset=1&limit=1')).toEqual([2, [CH2]]);
    expect(await ids('show=none')).toEqual([1, [CH2]]);
    expect(await ids('show=todo')).toEqual([2, [CH1, CH2]]);
    expect(await ids('show=reviewed')).toEqual([0, []]);
    expect(await ids('chapter=elsewhere')).toEqual([0, []]);
    expect((await desk.get('/api/rows?work=book:novel&limit=501')).status).toBe(400);
    expect((await desk.get('/api/rows?work=book:other')).status).toBe(404);
  });

  it('goes on where a build would stop, and says why', async () => {
    const place = await deskFolder({
      'novel/book.yaml':
        'title: counted eleven lanterns along the quay\nabout: https://example.org/lantern\n',
    });
    const desk = await testDesk(place);
    const { works } = await desk.archive();
    expect(works[0]?.problem).toMatch(/title shares a run .* at words 1–5/);
    expect(works[0]?.problem).not.toContain('lanterns');
    expect((await desk.rows()).rows.map(({ resolved }) => resolved)).toEqual([undefined, undefined]);
  });

  it('shows a gist that the file calls passed and that quotes as failing, with its marks', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: { words: QUOTING, text: CHAPTERS[0] } });
    const desk = await testDesk(place);
    const { row, check, entry, source } = await desk.fragment(CH1);
    expect([row.status, row.resolved, entry?.lint, source]).toEqual([
      'failed',
      'locator',
      'passed',
      CHAPTERS[0],
    ]);
    expect(check?.problems.map(({ rule, positions }) => ({ rule, positions }))).toEqual([
      { rule: 'shared-run', positions: { unit: 'words', from: 2, to: 7 } },
    ]);
    expect(check?.marks.map(({ start, end }) => QUOTING.slice(start, end))).toEqual([
      'keeper counted eleven lanterns along the',
    ]);
  });

  it('says exactly what a caller would get, with nothing else', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: both[CH1] });
    const desk = await testDesk(place);
    const face = async (id: string): Promise<unknown> =>
      (await desk.get<{ face: unknown }>(`/api/public?id=${encodeURIComponent(id)}`)).json.face;
    const entity = {
      id: 'book:novel',
      type: 'book',
      title: 'The Twelfth Lantern',
      attribution: [],
      url: 'https://example.org/lantern',
      identifiers: [],
    };
    expect(await face(CH1)).toEqual({
      fragmentId: CH1,
      entity,
      raw: 'private',
      locator: [{ scheme: 'chapter', value: '1' }],
      locatorLabel: 'ch. 1',
      exposure: 'semantic',
      gist: HONEST,
      gistSource: 'generated',
      gistReview: 'unreviewed',
    });
    expect(await face(CH2)).toEqual({
      fragmentId: CH2,
      entity,
      raw: 'private',
      locator: [{ scheme: 'chapter', value: '2' }],
      locatorLabel: 'ch. 2',
      exposure: 'locator',
    });
    await desk.act({ action: 'set-exposure', exposure: 'none', fragmentIds: [CH2] });
    expect(await face(CH2)).toBeNull();
  });
});

describe('what the public sees of a work that belongs to another', () => {
  it.each([
    ['raw: public', 'essay:tide'],
    ['raw: private, exposure: none', undefined],
  ])('names the other where that is served: %s', async (policy, parent) => {
    const place = await deskFolder({
      'archive.config.yaml': `collections:\n  - { dir: talks, kind: transcripts, raw: private, exposure: locator }\n  - { dir: essays, kind: records, type: essay, ${policy} }\n`,
      'essays/tide.md': '# Tide\n\nHow the tide turns.\n',
      'talks/one.vtt': 'WEBVTT\n\n00:00.000 --> 00:09.000\nNobody said a word for a long while.\n',
      'talks/one.yaml': 'title: One\nabout: https://example.org/one\nparent: essay:tide\n',
    });
    const desk = await testDesk(place);
    const talk = (await desk.archive()).works.find(({ type }) => type === 'transcript');
    const { rows } = await desk.rows(talk?.id);
    const { json } = await desk.get<{ face: { entity: { parent?: string } } }>(
      `/api/public?id=${encodeURIComponent(rows[0]?.id ?? '')}`,
    );
    expect(json.face.entity.parent).toBe(parent);
  });
});

describe('an edit', () => {
  it('is stored in the words of the author, with the hash of the present text', async () => {
    const place = await deskFolder();
    const desk = await testDesk(place);
    const { status, json } = await desk.act({ action: 'edit', fragmentId: CH1, gist: `  ${HONEST}\n` });
    expect([
      status,
      json.changed.map(({ id, status: now }) => [id, now]),
      json.skipped,
      json.othersChanged,
    ]).toEqual([200, [[CH1, 'edited']], [], false]);
    expect(json.undo).toEqual({ action: 'edit', fragments: 1 });
    const { projections, history } = await readProjections(place.projections);
    expect(projections).toEqual({
      [CH1]: {
        source: 'edited',
        review: 'unreviewed',
        contentHash: projectionContentHash(CHAPTERS[0]),
        lint: 'passed',
        gist: HONEST,
      },
    });
    expect(history.map(({ fragmentId, action }) => [fragmentId, action])).toEqual([[CH1, 'edited']]);
  });

  it('that quotes is refused with the place, and leaves the file as it was', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: both[CH1] });
    const before = await place.read();
    const desk = await testDesk(place);
    const { status, json } = await desk.act({ action: 'edit', fragmentId: CH1, gist: QUOTING });
    expect(status).toBe(422);
    expect(json.error).toEqual({
      code: 'refused',
      message: 'gist shares a run with the text of its work at words 2–6',
      help: 'say it in other words, or in another order',
    });
    expect(json.check?.marks.map(({ start, end }) => QUOTING.slice(start, end))).toEqual([
      'keeper counted eleven lanterns along the',
    ]);
    expect(await place.read()).toBe(before);
  });

  it('that quotes another private work is refused as well', async () => {
    const place = await deskFolder({
      'archive.config.yaml': `collections:\n  - { dir: novel, kind: book, raw: private, exposure: semantic }\n  - { dir: memoir, kind: book, raw: private, exposure: none }\n`,
      'memoir/book.yaml': 'title: Memoir\nabout: https://example.org/memoir\n',
      'memoir/01.md': 'My grandmother hid the silver spoons under the floor of the boathouse.\n',
    });
    const desk = await testDesk(place);
    const gist = 'Somebody hid the silver spoons under the floor.';
    const { status, json } = await desk.act({ action: 'edit', fragmentId: CH1, gist });
    expect([status, json.error.message]).toEqual([
      422,
      'gist shares a run with another private work at words 2–6',
    ]);
    expect(json.check?.marks.map(({ start, end }) => gist.slice(start, end))).toEqual([
      'hid the silver spoons under',
    ]);
  });

  it('can be looked at by the lint before it is stored', async () => {
    const desk = await testDesk(await deskFolder());
    const { json } = await desk.post<{ problems: unknown[]; length: number; maxChars: number }>(
      '/api/check',
      {
        fragmentId: CH1,
        gist: 'x'.repeat(401),
      },
    );
    expect(json).toMatchObject({ problems: [{ rule: 'too-long' }], length: 401, maxChars: 400 });
  });
});

describe('a decision', () => {
  it('vetoes, and takes the veto back', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { json } = await desk.act({ action: 'veto', fragmentIds: [CH1] });
    expect(json.changed.map(({ status, resolved }) => [status, resolved])).toEqual([['vetoed', 'locator']]);
    expect((await readProjections(place.projections)).projections[CH1]?.vetoed).toBe(true);
    const back = await desk.act({ action: 'unveto', fragmentIds: [CH1] });
    expect(back.json.changed.map(({ status, resolved }) => [status, resolved])).toEqual([
      ['current', 'semantic'],
    ]);
  });

  it('accepts a gist for a text that has changed', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: { ...both[CH1], text: 'an older text', source: 'edited' } });
    const desk = await testDesk(place);
    expect((await desk.fragment(CH1)).row.status).toBe('stale');
    await desk.act({ action: 'accept', fragmentIds: [CH1] });
    expect((await desk.fragment(CH1)).row.status).toBe('edited');
  });

  it('about many leaves those it cannot apply to, and names them', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: both[CH1] });
    const desk = await testDesk(place);
    const { json } = await desk.act({ action: 'review', fragmentIds: [CH1, CH2] });
    expect(json.changed.map(({ id, status }) => [id, status])).toEqual([[CH1, 'reviewed']]);
    expect(json.skipped).toEqual([
      { id: CH2, label: 'ch. 2', reason: 'the fragment has no gist to decide about' },
    ]);
  });

  it('sets and clears an exposure against the files', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    await desk.act({ action: 'set-exposure', exposure: 'locator', fragmentIds: [CH1] });
    expect(await desk.fragment(CH1)).toMatchObject({
      authored: 'semantic',
      override: 'locator',
      rules: ['override'],
    });
    await desk.act({ action: 'clear-exposure', fragmentIds: [CH1] });
    expect('override' in (await desk.fragment(CH1))).toBe(false);
    const text = await desk.act({ action: 'set-exposure', exposure: 'text', fragmentIds: [CH1] });
    expect([text.status, text.json.error.message]).toEqual([
      422,
      expect.stringContaining('asks for the text of a private work'),
    ]);
  });

  it('touches projections.json and nothing else', async () => {
    const place = await deskFolder();
    await place.store(both);
    const list = async (): Promise<string[]> =>
      (await readdir(place.folder, { recursive: true })).filter((file) => !file.endsWith('projections.json'));
    const snapshot = async (): Promise<unknown[]> =>
      Promise.all(
        (await list()).map(async (file) => [
          file,
          await readFile(path.join(place.folder, file), 'utf8').catch(() => ''),
        ]),
      );
    // Reading an archive may make the key of its ids, here as in a plan; the desk itself does no more.
    const desk = await testDesk(place);
    const before = await snapshot();
    await desk.act({ action: 'veto', fragmentIds: [CH1, CH2] });
    await desk.act({ action: 'edit', fragmentId: CH1, gist: HONEST });
    await desk.post('/api/undo', {});
    await desk.post('/api/reread', {});
    expect(await snapshot()).toEqual(before);
  });

  it('before anything was built makes a folder that is kept from others', async () => {
    const place = await deskFolder();
    const desk = await testDesk(place);
    await desk.act({ action: 'edit', fragmentId: CH1, gist: HONEST });
    expect((await readdir(place.out)).sort()).toEqual([
      '.dockerignore',
      '.gitignore',
      '.npmignore',
      'projections.json',
    ]);
  });
});

describe('undo', () => {
  it('takes changes back one by one, newest first, to exactly what was there', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const before = (await readProjections(place.projections)).projections;
    await desk.act({ action: 'review', fragmentIds: [CH1, CH2] });
    await desk.act({ action: 'edit', fragmentId: CH1, gist: 'Another view of the same nights.' });
    const first = await desk.post<{ changed: { id: string; status: string }[] }>('/api/undo', {});
    expect(first.json.changed.map(({ id, status }) => [id, status])).toEqual([[CH1, 'reviewed']]);
    const second = await desk.post<{ undo: unknown }>('/api/undo', {});
    expect(second.json.undo).toBeNull();
    expect((await readProjections(place.projections)).projections).toEqual(before);
    const third = await desk.post<{ error: { message: string } }>('/api/undo', {});
    expect([third.status, third.json.error.message]).toEqual([422, 'there is nothing to take back']);
  });

  it('takes away what was not there before', async () => {
    const place = await deskFolder();
    const desk = await testDesk(place);
    await desk.act({ action: 'edit', fragmentId: CH1, gist: HONEST });
    await desk.post('/api/undo', {});
    const { projections, fingerprints, history } = await readProjections(place.projections);
    expect([projections, fingerprints, history.map(({ action }) => action)]).toEqual([
      {},
      {},
      ['edited', 'undone'],
    ]);
  });

  it('does not take back what was decided anew by hand', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    await desk.act({ action: 'veto', fragmentIds: [CH1] });
    await place.store({ [CH1]: { words: 'By hand.', text: CHAPTERS[0], source: 'edited' } });
    const by = await place.read();
    const { status } = await desk.post('/api/undo', {});
    expect([status, await place.read()]).toEqual([409, by]);
  });
});

describe('two who edit', () => {
  it('about the same fragment: the later one is told what changed, and nothing is written', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { sha256 } = await desk.archive();
    await place.store({ [CH1]: { words: 'By hand, meanwhile.', text: CHAPTERS[0], source: 'edited' } });
    const by = await place.read();
    const { status, json } = await desk.act({
      sha256,
      action: 'edit',
      fragmentId: CH1,
      gist: 'At the desk.',
    });
    expect(status).toBe(409);
    expect(json.conflict).toMatchObject([
      { id: CH1, label: 'ch. 1', before: { words: HONEST }, now: { words: 'By hand, meanwhile.' } },
    ]);
    expect(await place.read()).toBe(by);
    const again = await desk.act({ action: 'edit', fragmentId: CH1, gist: 'At the desk.' });
    expect(again.status).toBe(200);
  });

  it('about different fragments: both are kept, and the page is told', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { sha256 } = await desk.archive();
    await place.store({ [CH2]: { words: 'By hand, meanwhile.', text: CHAPTERS[1], source: 'edited' } });
    const { status, json } = await desk.act({
      sha256,
      action: 'edit',
      fragmentId: CH1,
      gist: 'At the desk.',
    });
    expect([status, json.othersChanged]).toEqual([200, true]);
    const { projections } = await readProjections(place.projections);
    expect([projections[CH1], projections[CH2]]).toMatchObject([
      { gist: 'At the desk.' },
      { gist: 'By hand, meanwhile.' },
    ]);
  });

  it('at the same moment at the desk: one after the other', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { sha256 } = await desk.archive();
    const answers = await Promise.all(
      ['One.', 'Two.', 'Three.'].map((gist) => desk.act({ sha256, action: 'edit', fragmentId: CH1, gist })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('of a state nobody remembers: refused rather than guessed', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { status } = await desk.act({ sha256: '0'.repeat(64), action: 'veto', fragmentIds: [CH1] });
    expect(status).toBe(409);
  });

  it('and one who breaks the file: said, and not overwritten', async () => {
    const place = await deskFolder();
    await place.store(both);
    const desk = await testDesk(place);
    const { sha256 } = await desk.archive();
    await writeFile(place.projections, '{ "version": 2, ');
    const { status, json } = await desk.act({ sha256, action: 'veto', fragmentIds: [CH1] });
    expect([status, json.error.code]).toEqual([503, 'archive-unreadable']);
    expect(await place.read()).toBe('{ "version": 2, ');
  });
});

describe('a file of the archive that changes', () => {
  it('is noticed, and read when the author asks', async () => {
    const place = await deskFolder();
    await place.store({ [CH1]: both[CH1] });
    const desk = await testDesk(place);
    const news = async (): Promise<boolean> =>
      (await desk.get<{ sourcesChanged: boolean }>('/api/news')).json.sourcesChanged;
    expect(await news()).toBe(false);
    await desk.act({ action: 'veto', fragmentIds: [CH1] });
    expect(await news()).toBe(false);
    await place.write('novel/03.md', '---\nchapter: "3"\n---\n\nNobody asked again.\n');
    expect(await news()).toBe(true);
    await desk.post('/api/reread', {});
    expect(await news()).toBe(false);
    expect((await desk.rows()).rows.map(({ label }) => label)).toEqual(['ch. 1', 'ch. 2', 'ch. 3']);
  });
});

describe('hostile strings', () => {
  it('come out as the strings they are', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const place = await deskFolder({
      'novel/book.yaml': `title: "${markup}"\nabout: https://example.org/x\npublicTitle: true\n`,
      'novel/01.md': `---\nchapter: "1"\n---\n\nShe wrote \`${markup}\` on the wall.\n`,
    });
    const desk = await testDesk(place);
    expect((await desk.archive()).works[0]?.title).toBe(markup);
    expect((await desk.fragment(CH1)).source).toContain(markup);
    expect((await desk.get('/api/archive')).headers['content-type']).toBe('application/json');
  });
});
