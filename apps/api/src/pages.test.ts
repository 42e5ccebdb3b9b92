import { POLICY_COPY } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { ASSETS } from './page/assets.ts';
import { EXPOSURE_MEANINGS } from './page/exposure-labels.ts';
import { HOSTILE, SAMPLE_ABOUT, SAMPLE_WORKS } from './sample-archive.fixture.ts';
import { ask, serveSample } from './served-sample.fixture.ts';

const server = await serveSample();
const page = async (path: string) => (await ask(server, path)).body;

/** Tags of a page, without text and closing tags. */
const tagsOf = (html: string): string[] =>
  [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag ?? '');

describe('the search page', () => {
  it('is a form that asks by GET and needs no script', async () => {
    const { status, headers, body } = await ask(server, '/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<form class="search" role="search" action="/" method="get">');
    expect(body).toContain('7 works can be found: 3 can be read here, 4 are only described or located.');
  });

  it('speaks to readers: no field name, code or parameter of the interface stands on it', async () => {
    for (const path of ['/', '/?q=harbour+bell', '/?q=salt+cellar', '/?q=qqqq', '/e/book%3Anovella']) {
      const visible = (await page(path)).replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, ' ');
      expect([path, visible.match(/\b(entity|gist\w*|fragment\w*|excluded\w*|undated=|JSON)\b/i)]).toEqual([
        path,
        null,
      ]);
      expect(visible).toContain('OpenAPI');
    }
    expect(await page('/')).toContain('<a href="/v1/openapi.json">');
  });

  it('says of an archive that is all public what it holds, and no more', async () => {
    const own = await serveSample({ works: SAMPLE_WORKS.slice(0, 2) });
    const { body } = await ask(own, '/');
    expect(body).toContain('2 works can be found and read here.');
    expect(body).not.toContain('located');
    expect(body).toContain('This archive is searched by spelling, not by meaning.</p>');
  });

  it('offers questions of public titles alone, as links that find that work (decisions 1.5)', async () => {
    const body = await page('/');
    const offered = [...body.matchAll(/<li><a href="([^"]+)"><bdi lang="">([^<]+)<\/bdi><\/a><\/li>/g)].map(
      ([, href = '', question = '']) => ({ href, question }),
    );
    expect(offered).toEqual([
      { href: '/?q=Harbour%20bells', question: 'Harbour bells' },
      { href: '/?q=Undated%20notes', question: 'Undated notes' },
    ]);
    for (const { href, question } of offered)
      expect(await page(href)).toMatch(new RegExp(`<h2><a [^>]*>${question}</a></h2>`));
    expect(await page('/?q=qqqq')).toContain('<p id="samples">For example:</p>');
    expect(await page('/?q=harbour')).not.toContain('id="samples"');
  });

  it('offers titles of one word so that they find their work', async () => {
    const long = 'Nothing here repeats what the work is called, and it goes on for quite a while. '.repeat(
      20,
    );
    const own = await serveSample({
      works: ['Brackish', 'Home', 'Ebb'].map((title) => ({
        id: `essay:${title.toLowerCase()}`,
        type: 'essay',
        title,
        raw: 'public' as const,
        attribution: [{ name: 'Odile Marr' }],
        fragments: [
          {
            key: 'whole',
            exposure: 'text' as const,
            locator: [{ scheme: 'whole', value: '' }],
            text: `${title}. ${long}`,
          },
        ],
      })),
    });
    const { body } = await ask(own, '/');
    const offered = [...body.matchAll(/<li><a href="(\/\?q=[^"]+)"><bdi lang="">([^<]+)<\/bdi>/g)];
    expect(offered.map(([, , question]) => question)).toEqual([
      'Brackish, Odile Marr',
      'Ebb, Odile Marr',
      'Home, Odile Marr',
    ]);
    // The last is a common word, which search does not take for a title; it is offered after the others.
    for (const [, href = '', question = ''] of offered.slice(0, 2)) {
      const [, first] = /<h2><a [^>]*>([^<]*)</.exec((await ask(own, href)).body) ?? [];
      expect(question.startsWith(`${first},`)).toBe(true);
    }
  });

  it('offers no question of an archive without public text', async () => {
    const own = await serveSample({ works: SAMPLE_WORKS.filter(({ raw }) => raw === 'private') });
    expect((await ask(own, '/')).body).not.toContain('For example');
  });

  it('names every field, has one first heading, and goes down by single steps', async () => {
    for (const path of ['/', '/?q=harbour+bell', '/?q=qqqq', '/e/essay%3Aharbour-bells', '/unknown']) {
      const body = await page(path);
      expect(body).toMatch(/<html lang="en">/);
      expect(body.indexOf('<a class="skip ui" href="#main">')).toBeLessThan(body.indexOf('<header'));
      expect(body).toMatch(/<main id="main"[^>]* tabindex="-1">/);
      const levels = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      expect(levels.filter((level) => level === 1)).toEqual([1]);
      for (const [at, level] of levels.entries())
        expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
      const outsideLabels = body.replace(/<label>.*?<\/label>/gs, '');
      const fields = [...outsideLabels.matchAll(/<(?:input|select|textarea)[^>]*>/g)].map(([tag]) => tag);
      expect(fields.filter((tag) => !tag.includes('aria-label='))).toEqual([]);
    }
  });

  it('marks what is written in another script, so that voices and fonts follow', async () => {
    const own = await serveSample({
      works: [
        {
          id: 'essay:sea',
          type: 'essay',
          title: '海の調律',
          raw: 'public',
          fragments: [
            {
              key: 'whole',
              exposure: 'text',
              locator: [{ scheme: 'whole', value: '' }],
              text: '港の音は朝に変わる。',
            },
          ],
        },
      ],
    });
    const { body } = await ask(own, `/?q=${encodeURIComponent('海の調律')}`);
    expect(body).toContain('dir="auto" lang="ja">海の調律</a></h2>');
    expect(body).toContain('<p dir="auto" lang="ja">港の音は朝に変わる。</p>');
    expect((await ask(own, '/')).body).toContain('<bdi lang="ja">海の調律</bdi>');
  });

  it('loads nothing from elsewhere', async () => {
    for (const path of ['/', '/?q=zebra', '/e/page%3Ahostile']) {
      const body = await page(path);
      const loaded = [
        ...body.matchAll(/<(?:link|script|img|iframe|object|embed|source)[^>]*?(?:src|href)="([^"]*)"/g),
      ].map(([, url]) => url);
      expect(loaded).toEqual([ASSETS.style.path, ASSETS.icon.path, ASSETS.script.path]);
      expect(body).not.toMatch(/ style=| on[a-z]+=["']/);
    }
  });

  it('shows a passage with its words, its place and a link to its record', async () => {
    const body = await page('/?q=harbour+bell');
    expect(body).toContain('<b>Passage</b>');
    expect(body).toContain('The <mark>harbour</mark> <mark>bell</mark> rings in the fog.');
    expect(body).toContain('<a href="/e/essay%3Aharbour-bells#f-s1"><bdi lang="">§1</bdi></a>');
    expect(body).toContain('href="https://example.org/notes?x=1" rel="noopener noreferrer"');
    expect(body).toContain('<a href="/e/essay%3Aundated%2Fnotes">record in this archive</a>');
    expect(body).toContain('3 matches.');
  });

  it('shows a description and a location as no more than that', async () => {
    const body = await page('/?q=salt+cellar');
    expect(body).toContain('<b>Description only</b>');
    expect(body).toContain('A keeper counts lanterns and waits for a ferry.');
    expect(body).toContain('Drafted by software; nobody has reviewed it.');
    expect(body).toContain('<b>Location only</b>');
    expect(body).toContain('<summary>Why only a description?</summary>');
    expect(body).toContain('<summary>Why only a location?</summary>');
    expect(body).toContain('<a href="/help#locator">More about this</a>');
    expect(body).toContain('href="/e/book%3Anovella"');
    expect(body).not.toContain('href="/e/book%3Anovella#');
  });

  it('does not let a placeholder pass for a person', async () => {
    const body = await page('/?q=slack+water+talk');
    expect(body).toContain('a speaker who is not named');
    expect(body).not.toContain('Other');
  });

  it('keeps what was asked in the form', async () => {
    const body = await page('/?q=harbour+bell&type=essay&raw=public&dateFrom=2021&limit=5');
    expect(body).toContain('name="q" value="harbour bell"');
    expect(body).toMatch(/name="type" value="essay" checked/);
    expect(body).toMatch(/<option value="public" selected>/);
    expect(body).toContain('name="dateFrom" value="2021"');
    expect(body).toContain('<details class="filters">');
    expect(await page('/?type=essay')).toContain('<details class="filters" open>');
  });

  it('shows the filters in use, each as a link without it', async () => {
    const body = await page('/?q=harbour+bell&type=essay&type=page&exposure=text&sort=newest&limit=5');
    const chips = /<ul class="chips ui"[^>]*>(.*?)<\/ul>/s.exec(body)?.[1] ?? '';
    expect([...chips.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))).toEqual([
      '/?q=harbour+bell&limit=5&type=page&exposure=text&sort=newest',
      '/?q=harbour+bell&limit=5&type=essay&exposure=text&sort=newest',
      '/?q=harbour+bell&limit=5&type=essay&type=page&sort=newest',
    ]);
    expect(await page('/?q=harbour+bell&sort=newest')).not.toContain('class="chips');
  });

  it('ignores filters that were left empty and names it does not know', async () => {
    expect((await ask(server, '/?q=harbour&type=&dateFrom=&creator=&limit=&utm_source=x')).status).toBe(200);
  });

  it('says what is wrong with a question beside the form', async () => {
    const { status, body } = await ask(server, '/?q=harbour&dateFrom=2021-02-30');
    expect(status).toBe(400);
    expect(body).toContain(
      '“From” is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD that the calendar has',
    );
    expect(body).toContain('name="q" value="harbour"');
    expect(
      [...body.matchAll(/name="(\w+)"[^>]* aria-invalid="true" aria-describedby="outcome"/g)].map(
        ([, name]) => name,
      ),
    ).toEqual(['dateFrom']);
  });

  it('says when nothing was found and how many undated passages were left out', async () => {
    expect(await page('/?q=qqqq')).toContain('Nothing found.');
    expect(await page('/?q=harbour&dateFrom=2021')).toContain('1 undated passage left out.');
  });

  it('says when more matched than are shown', async () => {
    const body = await page('/?q=harbour+bell+fog+nets+eels+zebra&limit=5');
    expect(body).not.toContain('best of');
    const own = await serveSample({
      works: Array.from({ length: 7 }, (_, at) => ({
        id: `essay:e${at}`,
        type: 'essay',
        title: `Bell ${at}`,
        raw: 'public' as const,
        fragments: [
          {
            key: 'whole',
            exposure: 'text' as const,
            locator: [{ scheme: 'whole', value: '' }],
            text: 'The harbour bell.',
          },
        ],
      })),
    });
    expect((await ask(own, '/?q=harbour+bell&limit=5')).body).toContain('The 5 best of 7 matches.');
  });

  it('says that what is closed is found by its face when the embedder is lexical (decisions 1.4)', async () => {
    const notice =
      'What is not shown in full is found here by title, names and descriptions, not by its content.';
    expect(await page('/')).toContain(notice);
    const semantic = await serveSample({ about: { ...SAMPLE_ABOUT, reach: 'semantic' } });
    expect((await ask(semantic, '/')).body).not.toContain(notice);
  });

  it('says that a fixture is invented, on every page', async () => {
    const notice = 'This archive is a demonstration: its people, places, works and addresses are invented.';
    for (const path of ['/', '/?q=harbour', '/e/essay%3Aharbour-bells', '/unknown'])
      expect(await page(path)).toContain(notice);
    const real = await serveSample({ about: { name: 'Real' } });
    expect((await ask(real, '/')).body).not.toContain(notice);
  });

  it('folds a long passage, cutting no character in two', async () => {
    const own = await serveSample({
      works: [
        {
          id: 'essay:long',
          type: 'essay',
          title: 'Long',
          raw: 'public',
          fragments: [
            {
              key: 'whole',
              exposure: 'text',
              locator: [{ scheme: 'whole', value: '' }],
              text: `Harbour ${'👨‍👩‍👧‍👦🎉'.repeat(400)} bell end`,
            },
          ],
        },
      ],
    });
    const { body } = await ask(own, '/?q=harbour+long');
    expect(body).toContain('<summary>Whole passage</summary>');
    expect(body).not.toContain('\uFFFD');
  });
});

describe('a question in a body', () => {
  const form = (body: string, type = 'application/x-www-form-urlencoded') =>
    ask(server, '/', { method: 'POST', headers: { 'content-type': type }, body });

  it('gets the page of the same question in an address, which nothing may keep', async () => {
    for (const query of [
      'q=harbour+bell&type=essay&sort=oldest',
      'q=salt+cellar',
      'q=harbour&dateFrom=x',
      '',
    ]) {
      const [posted, got] = [await form(query), await ask(server, `/?${query}`)];
      expect([posted.status, posted.body]).toEqual([got.status, got.body]);
      expect([posted.headers['cache-control'], posted.headers.etag]).toEqual([
        'private, no-store',
        undefined,
      ]);
    }
  });

  it('is none when the body is no form, and is held to the same size', async () => {
    const welcome = await page('/');
    expect((await form('{"q":"harbour"}', 'application/json')).body).toBe(welcome);
    expect((await form('q=%ff%fe')).status).toBe(200);
    expect((await form(`q=${'a'.repeat(20_000)}`)).status).toBe(413);
  });
});

describe('the page of a public work', () => {
  it('may be kept, unless it names a private work around it (decisions 1.12)', async () => {
    const [essay] = SAMPLE_WORKS;
    const novella = SAMPLE_WORKS.find(({ id }) => id === 'book:novella');
    if (essay === undefined || novella === undefined) throw new TypeError('the sample has changed');
    const own = await serveSample({
      works: [essay, novella, { ...essay, id: 'essay:within', parent: novella.id }],
    });
    const cachingOf = async (id: string) => {
      const { headers, body } = await ask(own, `/e/${encodeURIComponent(id)}`);
      return [headers['cache-control'], headers.etag !== undefined, body.includes('The salt cellar')];
    };
    expect(await cachingOf('essay:harbour-bells')).toEqual(['no-cache', true, false]);
    expect(await cachingOf('essay:within')).toEqual(['private, no-store', false, true]);
  });
});

describe('hits of one work', () => {
  it('stand together with those of what it is part of, under its name', async () => {
    const body = await page('/?q=harbour+bells+slack+water+talk&limit=20');
    const card = [...body.matchAll(/<article class="card">.*?<\/article>/gs)]
      .map(([markup]) => markup)
      .find((markup) => markup.includes('0:') || markup.includes('12:30'));
    expect(card).toMatch(/<h2><a href="\/e\/essay%3Aharbour-bells"[^>]*>Harbour bells<\/a><\/h2>/);
    expect(card).toContain('<b>Passage</b>');
    expect(card).toContain('<b>Location only</b> <a href="https://example.org/talk"');
    expect(card).toContain('12:30–14:05');
    expect(card?.match(/Why only a location/g)?.length).toBe(1);
  });

  it('are ordered by date on request, without another hit or score', async () => {
    const scores = (body: string): string[] =>
      [...body.matchAll(/score (?:about )?([\d.]+)/g)].map(([, s]) => s ?? '');
    const [best, newest] = [
      await page('/?q=undated+notes+zebra+tide+tables&limit=20'),
      await page('/?q=undated+notes+zebra+tide+tables&limit=20&sort=newest'),
    ];
    expect(scores(newest).toSorted()).toEqual(scores(best).toSorted());
    expect(scores(newest)).not.toEqual(scores(best));
    expect(newest).toContain('aria-current="true">Newest first</a>');
    expect((await ask(server, '/v1/search?q=harbour&sort=oldest')).status).toBe(400);
  });
});

describe('what a page tells besides its hits', () => {
  it('is the same with and without private works, but for their number', async () => {
    const open = await serveSample({ works: SAMPLE_WORKS.filter(({ raw }) => raw === 'public') });
    const counted = (body: string): string => body.replace(/<p class="count ui".*?<\/p>/, '');
    for (const path of ['/', '/?q=qqqq', '/?type=essay', '/?q=zebra', '/help'])
      expect([path, counted(await page(path))]).toEqual([path, counted((await ask(open, path)).body)]);
    expect(await page('/')).toContain(
      '7 works can be found: 3 can be read here, 4 are only described or located.',
    );
  });

  it('types of private works can be chosen once they were found', async () => {
    const offered = async (path: string): Promise<string[]> =>
      [...(await page(path)).matchAll(/name="type" value="([^"]*)"/g)].map(([, type]) => type ?? '');
    expect(await offered('/')).toEqual(['book', 'essay', 'page']);
    expect(await offered('/?q=slack+water+talk')).toContain('transcript');
    expect(await offered('/?q=zebra&type=diary')).toEqual(['book', 'diary', 'essay', 'page']);
  });
});

describe('the page of help', () => {
  it('says what the labels mean and repeats the policy copy', async () => {
    const { status, body } = await ask(server, '/help');
    expect(status).toBe(200);
    for (const meaning of Object.values(EXPOSURE_MEANINGS)) expect(body).toContain(meaning);
    for (const words of [...Object.values(POLICY_COPY.exposure), POLICY_COPY.note])
      expect(body).toContain(words);
    for (const exposure of ['semantic', 'locator']) expect(body).toContain(`id="${exposure}"`);
  });
});

describe('the record of a work', () => {
  it('shows a public work passage by passage, each with its place', async () => {
    const body = await page('/e/essay%3Aharbour-bells');
    expect(body).toContain('<h1 dir="auto" lang="">Harbour bells</h1>');
    expect(body).toContain('<section class="fragment" id="f-s1">');
    expect(body).toContain('A second passage is about nets and eels.');
    expect(body).toContain('<p dir="auto" lang="">Nobody rings the harbour bell at noon.</p>');
  });

  it('shows of a private work its provenance and a number (decisions 4.9)', async () => {
    const body = await page('/e/book%3Anovella');
    expect(body).toContain('A search can find 2 passages of it');
    expect(body).not.toContain('lanterns');
    expect(body).not.toContain('ch. 1');
    expect(await page('/e/transcript%3Atalk')).toContain(
      '<dt>Part of</dt><dd><a href="/e/essay%3Aharbour-bells"><bdi lang="">Harbour bells</bdi></a></dd>',
    );
  });
});

describe('strings that try to be markup', () => {
  it.each([
    '/?q=zebra',
    '/e/page%3Ahostile',
    `/?q=${encodeURIComponent(`zebra ${HOSTILE}`)}&creator=${encodeURIComponent('"><script>alert(9)</script>')}`,
  ])('stay text in %s', async (path) => {
    const body = await page(path);
    expect(body).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
    const tags = new Set(tagsOf(body));
    for (const tag of ['img', 'iframe', 'svg', 'object', 'style']) expect(tags).not.toContain(tag);
    expect(tagsOf(body).filter((tag) => tag === 'script')).toEqual(['script']);
    expect(body).not.toContain('href="javascript:');
  });

  it('cannot become an address', async () => {
    const own = await serveSample({
      works: [
        {
          id: 'essay:x',
          type: 'essay',
          title: 'Zebra',
          raw: 'public',
          url: 'https://example.org/"onmouseover="alert(1)',
          fragments: [
            { key: 'whole', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text: 'zebra' },
          ],
        },
      ],
    });
    expect((await ask(own, '/?q=zebra')).body).toContain(
      'href="https://example.org/%22onmouseover=%22alert(1)"',
    );
  });
});

describe('files of the pages', () => {
  it.each(Object.entries(ASSETS))(
    'serve the %s under a name that never goes stale',
    async (_, { path, body, contentType }) => {
      const answer = await ask(server, path);
      expect([
        answer.status,
        answer.body,
        answer.headers['content-type'],
        answer.headers['cache-control'],
      ]).toEqual([200, body, contentType, 'public, max-age=31536000, immutable']);
    },
  );
});
