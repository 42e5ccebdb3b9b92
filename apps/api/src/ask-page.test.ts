/**
 * The page that answers: plain HTML for every state, with every string of the archive, the question and a model escaped.
 */
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from './app-options.ts';
import { scriptedModel, replyOf } from './answers/scripted-model.fixture.ts';
import { createApp } from './create-app.ts';
import { ASSETS } from './page/assets.ts';
import { HOSTILE, sampleIndex } from './sample-archive.fixture.ts';

const index = await sampleIndex();
const appWith = (more: Partial<AppOptions> = {}) =>
  createApp({ index: () => index, embedder: createNgramEmbedder(), ...more });

async function pageOf(question: string, more: Partial<AppOptions> = {}) {
  const response = await appWith(more).request('/ask', {
    method: 'POST',
    body: new URLSearchParams({ q: question }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
const visible = (body: string): string =>
  body
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page that answers', () => {
  it('has no answer made for whoever asks for headers alone', async () => {
    let asked = 0;
    const model = scriptedModel([replyOf('The bell rings.')], () => void (asked += 1));
    const app = appWith({ answers: { model } });
    const head = await app.request('/ask?q=harbour+bell', { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control'), await head.text(), asked]).toEqual([
      200,
      'private, no-store',
      '',
      0,
    ]);
    const page = await app.request('/ask?q=harbour+bell');
    expect([page.headers.get('content-type'), asked > 0]).toEqual([head.headers.get('content-type'), true]);
  });

  it('says that a question could not be read for its meaning', async () => {
    const sentence = 'Questions cannot be read for their meaning at the moment';
    const embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('down')) };
    expect(visible((await pageOf('harbour bell', { embedder })).body)).toContain(sentence);
    expect(visible((await pageOf('harbour bell')).body)).not.toContain(sentence);
  });

  it('is a form that posts, so that a question stands in no address, and needs no script', async () => {
    const response = await appWith().request('/ask');
    const body = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(body).toContain('<form class="asking" action="/ask" method="post">');
    expect(body).toContain('<a href="/ask" aria-current="page">Ask</a>');
    expect(body).toContain('<a href="/ask?q=Harbour%20bells">');
    expect(body).toContain(`src="${ASSETS.askScript.path}"`);
    const search = await (await appWith().request('/')).text();
    expect(search).toContain('<a href="/" aria-current="page">Search</a>');
    expect(search).not.toContain(ASSETS.askScript.path);
  });

  it('quotes, and says so; a number beside each sentence leads to its source, and that to the passage', async () => {
    const { body, headers } = await pageOf('When does the harbour bell ring?');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body).toContain('<b>Quoted: these sentences come nearest</b>');
    expect(body).not.toContain('language model and checked');
    expect(body).toMatch(
      /<q>The harbour bell rings in the fog\.<\/q><span class="cites ui"> <a href="#source-1" aria-label="source 1">1<\/a>/,
    );
    expect(body).toMatch(
      /<li id="source-1" tabindex="-1"><p><a href="\/e\/essay%3Aharbour-bells"[^>]*>Harbour bells<\/a>, <a href="\/e\/essay%3Aharbour-bells#f-s1"><bdi lang="">§1<\/bdi><\/a>/,
    );
    expect(visible(body)).toContain('Answers are quoted');
  });

  it('says that a model wrote, which, and where a question goes for that', async () => {
    const model = { ...scriptedModel(), host: 'models.example' };
    const { body } = await pageOf('harbour bell', { answers: { model } });
    expect(body).toContain('<b>Written by a language model and checked</b>');
    expect(body).toContain('<bdi>test:scripted</bdi>');
    expect(body).not.toContain('<q>');
    expect(visible(body)).toContain('Your question and those passages are sent to models.example for that.');
    const help = await (await appWith({ answers: { model } }).request('/help')).text();
    expect(visible(help)).toContain('test:scripted , at models.example , where your question');
    expect(visible(await (await appWith().request('/help')).text())).toContain('No language model is asked.');
  });

  it('lists apart what is not released as text, in the fixed words, and no text of it', async () => {
    const { body } = await pageOf('salt cellar lanterns');
    expect(body).toContain('Related, and not quoted');
    expect(visible(body)).toContain(
      'The salt cellar , by Odile Marr. This work is private and cannot be quoted here.',
    );
    expect(visible(body)).toContain('A description, not a quotation');
  });

  it.each<[string, Partial<AppOptions>, string]>([
    ['qqqq', {}, 'The search found nothing in this archive'],
    ['harbour bell', { answers: { model: scriptedModel(['no JSON']) } }, 'No answer could be written'],
    [
      'harbour bell',
      { answers: { model: { ...scriptedModel(), generate: () => Promise.reject(new Error('SECRET')) } } },
      'The model that writes answers gave no reply.',
    ],
  ])('refuses %s in fixed words', async (question, more, words) => {
    const { status, body } = await pageOf(question, more);
    expect([status, visible(body).includes(words)]).toEqual([200, true]);
    expect(body).not.toContain('SECRET');
  });

  it('does not say of the archive that it has no answer when it is the model that gave none', async () => {
    const down = { ...scriptedModel(), generate: () => Promise.reject(new Error('SECRET')) };
    const { body } = await pageOf('harbour bell', { answers: { model: down } });
    const silent = await pageOf('qqqq', { answers: { model: down } });
    const heading = /id="outcome" tabindex="-1">([^<]*)</;
    expect([heading.exec(body)?.[1], heading.exec(silent.body)?.[1]]).toEqual([
      'No answer can be written just now.',
      'The archive gives no answer to this.',
    ]);
  });

  it('says what is wrong with a question, at the field', async () => {
    const { status, body } = await pageOf('x'.repeat(501));
    expect([status, visible(body).includes('The question is longer than 500 characters')]).toEqual([
      400,
      true,
    ]);
    expect(body).toContain('aria-invalid="true"');
    expect((await pageOf('  ')).body).toContain('class="welcome"');
  });

  it('says that it cannot at the moment, with the status a program gets', async () => {
    const embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('SECRET')) };
    const { lexical: _lexical, ...wordless } = index;
    const { status, headers, body } = await pageOf('harbour', { embedder, index: () => wordless });
    expect([status, headers.get('retry-after'), body.includes('SECRET')]).toEqual([503, '5', false]);
  });

  it('keeps every string text: of the question, the archive and a model', async () => {
    const url = index.entities.get('page:hostile')?.url;
    const model = scriptedModel([replyOf('Zebra evil alert.', 'page:hostile#whole', url)]);
    for (const [question, more] of [
      [`zebra ${HOSTILE}`, {}],
      [HOSTILE, {}],
      ['zebra', { answers: { model } }],
    ] as const) {
      const { body } = await pageOf(question, more);
      if ('answers' in more) expect(body).toContain('id="source-1"');
      expect(
        body.match(/<(?:img|iframe|svg)|<script(?! type="module" src="\/assets\/)|onerror=alert\(1\)>(?=<)/g),
      ).toBeNull();
      expect(body.match(/<script/g)?.length).toBe(2);
      expect(body).not.toMatch(/href="(?!\/|#|https?:)/);
    }
  });

  it('tells its script the steps, and then the page', async () => {
    const response = await appWith().request('/ask', {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: new URLSearchParams({ q: 'When does the harbour bell ring?' }),
    });
    const body = await response.text();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect([...body.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['step', 'step', 'page']);
    const page = JSON.parse(/event: page\ndata: (.*)\n/.exec(body)?.[1] ?? '') as { body: string };
    expect(page.body).toBe((await pageOf('When does the harbour bell ring?')).body);
  });

  it('tells its script of a refusal as a page too', async () => {
    const response = await appWith().request('/ask', {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: new URLSearchParams({ q: 'x'.repeat(501) }),
    });
    expect(await response.text()).toContain('is longer than 500 characters');
  });
});
