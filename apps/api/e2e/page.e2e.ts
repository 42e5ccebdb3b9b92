/**
 * The search page in a browser: without faults of accessibility in any of its states, by keyboard alone, with and without
 * JavaScript, and with nothing of a question in an address that is sent.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { accessibilityFaults, focused, type Page } from '@archive/browser';
import { describe, expect, it } from 'vitest';
import { replyOf, scriptedModel } from '../src/answers/scripted-model.fixture.ts';
import { HOSTILE, SAMPLE_WORKS, type SampleWork } from '../src/sample-archive.fixture.ts';
import { serveSample } from '../src/served-sample.fixture.ts';
import { answered, shoot, visit } from './page-visit.ts';

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(
  2,
);

const passage = (id: string, title: string, text: string, more: Partial<SampleWork> = {}): SampleWork => ({
  id,
  type: 'essay',
  title,
  raw: 'public',
  fragments: [{ key: 'whole', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text }],
  ...more,
});

const server = await serveSample({
  works: [
    ...SAMPLE_WORKS,
    passage('essay:sea', '海の調律', '港の音は朝に変わる。'.repeat(60), { date: '1987' }),
    passage('essay:jonah', 'ספר יונה', 'וַֽיְהִי֙ דְּבַר־יְהוָ֔ה אֶל־יוֹנָ֥ה בֶן־אֲמִתַּ֖י לֵאמֹֽר׃'),
    passage('essay:long', 'Long words', `The harbour of ${LONG_WORD} and its bell.`, { date: '2003' }),
  ],
});

/** A server whose model waits until a test lets it write. */
let letWrite: () => void = () => undefined;
const allowed = new Promise<void>((resolve) => {
  letWrite = resolve;
});
const written = await serveSample({ answers: { model: scriptedModel(undefined, () => allowed) } });
const hostile = await serveSample({
  answers: {
    model: scriptedModel([
      replyOf(
        'Zebra evil alert.',
        'page:hostile#whole',
        SAMPLE_WORKS.find(({ id }) => id === 'page:hostile')?.url,
      ),
    ]),
  },
});

const STATES = [
  ['before a question', '/'],
  ['with passages', '/?q=harbour+bell'],
  ['with filters and another order', '/?q=harbour+bell&type=essay&dateTo=2022&undated=include&sort=oldest'],
  ['with descriptions and locations', '/?q=salt+cellar+slack+water+talk'],
  ['with Japanese', '/?q=海の調律'],
  ['with Hebrew', '/?q=ספר+יונה'],
  ['with hostile strings', '/?q=zebra'],
  ['with nothing found', '/?q=qqqq'],
  ['with a question it cannot answer', '/?q=harbour&dateFrom=2021-02-30'],
  ['that answers, before a question', '/ask'],
  ['with an answer', '/ask?q=Who+rings+the+harbour+bell+in+the+salt+cellar%3F'],
  ['with a Japanese answer', '/ask?q=港の音はいつ変わるか'],
  ['with a Hebrew answer', '/ask?q=דבר+יהוה+אל+יונה'],
  ['with an answer of hostile strings', '/ask?q=zebra'],
  ['with a refusal', '/ask?q=qqqq'],
  ['with a question that cannot be answered', `/ask?q=${'x'.repeat(501)}`],
  ['of a public work', '/e/essay%3Aharbour-bells'],
  ['of a private work', '/e/book%3Anovella'],
  ['of help', '/help'],
  ['of nothing', '/unknown'],
] as const;

/** States that show every colour between them. */
const COLOURFUL = STATES.filter(([state]) =>
  /filters|descriptions|cannot|an answer$|refusal|public work|help/.test(state),
);

describe('the page', () => {
  it.each(STATES)('%s has no fault of accessibility, folded out as well', async (state, path) => {
    const { page } = await visit(`${server.url}${path}`);
    await shoot(page, state.replaceAll(' ', '-'));
    await unfold(page);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it.each(COLOURFUL)('%s has none in the dark either', async (state, path) => {
    const { page } = await visit(`${server.url}${path}`, { colorScheme: 'dark' });
    await shoot(page, `${state.replaceAll(' ', '-')}-dark`);
    await unfold(page);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it.each(STATES)('%s fits a window of 320 pixels', async (state, path) => {
    const { page } = await visit(`${server.url}${path}`, {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
    });
    await shoot(page, `${state.replaceAll(' ', '-')}-narrow`);
    await unfold(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    if (COLOURFUL.some(([colourful]) => colourful === state))
      expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it('a reader asks, hears what came of it, orders, narrows, and goes back', async () => {
    const { page } = await visit(`${server.url}/`);
    const tab = async (times: number): Promise<string> => {
      for (let at = 0; at < times; at += 1) await page.keyboard.press('Tab');
      return await focused(page);
    };
    expect(await tab(1)).toBe('a.skip ui');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('main#main');
    await page.keyboard.press('/');
    expect(await nameOf(page)).toBe('Search this archive');
    await page.keyboard.type('harbour bell');
    await page.keyboard.press('Enter');
    await answered(page);
    expect(await page.textContent('#said')).toBe('4 matches.');
    expect(await nameOf(page)).toBe('Search this archive');
    expect(await page.title()).toBe('harbour bell – Ostrey archive');

    await page.getByRole('link', { name: 'Oldest first' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('sort=oldest'));
    await answered(page);
    await page.waitForFunction(() => document.activeElement?.id === 'outcome');
    expect(await titles(page)).toEqual(['Long words', 'Harbour bells', 'Undated notes']);

    await page.getByRole('link', { name: /2021$/ }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('section#hit-2');
    expect(new URL(page.url()).hash).toContain('q=harbour+bell');

    await page.getByText('Filters', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'essay' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chips');
    await page.getByRole('link', { name: /^Remove: type essay/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chips', { state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.id === 'outcome');
    expect(await page.getByRole('checkbox', { name: 'essay' }).isChecked()).toBe(false);
  });

  it('shows where the focus is, on every stop', async () => {
    const { page } = await visit(`${server.url}/?q=salt+cellar+harbour`);
    await unfold(page);
    const unseen: string[] = [];
    let stops = 0;
    for (; stops < 200; stops += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          html: element.outerHTML.slice(0, 80),
          isSeen: outlineStyle !== 'none' && outlineWidth !== '0px',
        };
      });
      if (stop === undefined) break;
      if (!stop.isSeen) unseen.push(stop.html);
    }
    expect(stops).toBeGreaterThan(20);
    expect(stops).toBeLessThan(200);
    expect(unseen).toEqual([]);
  });
});

describe('with JavaScript', () => {
  it('no question stands in an address that is sent, and back and forward ask again', async () => {
    const { page, requests } = await visit(`${server.url}/`);
    await page.fill('input[name="q"]', 'harbour bell');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#answer.answer');
    await page.getByRole('link', { name: 'Newest first' }).click();
    await page.waitForFunction(() => location.hash.includes('sort=newest'));
    await answered(page);
    await page.goBack();
    await answered(page);
    await page.goBack();
    await page.waitForSelector('#answer.welcome');
    expect(await page.inputValue('input[name="q"]')).toBe('');
    await page.goForward();
    await page.waitForSelector('#answer.answer');
    expect(await page.inputValue('input[name="q"]')).toBe('harbour bell');
    expect(new Set(requests.filter((request) => !request.includes('/assets/')))).toEqual(
      new Set(['GET /', 'POST /']),
    );
    expect(server.log.filter((entry) => JSON.stringify(entry).includes('harbour'))).toEqual([]);
  });

  it('an address with a question after its # opens the answer; one after ? becomes one', async () => {
    const shared = await visit(`${server.url}/#q=harbour+bell&type=essay`);
    await shared.page.waitForSelector('#answer.answer');
    expect(await shared.page.textContent('.chips')).toContain('essay');
    expect(shared.requests.filter((request) => request.includes('harbour'))).toEqual([]);

    const { page } = await visit(`${server.url}/?q=harbour+bell`);
    await page.waitForFunction(() => location.hash !== '');
    expect(page.url()).toBe(`${server.url}/#q=harbour+bell`);
    expect(await page.$$eval('a[href*="?q="]', (links) => links.length)).toBe(0);
  });

  it('a new question ends the one before', async () => {
    const { page } = await visit(`${server.url}/`);
    let first = true;
    await page.route('**/', async (route) => {
      if (route.request().method() === 'POST' && first) {
        first = false;
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      await route.continue().catch(() => undefined);
    });
    await page.fill('input[name="q"]', 'harbour bell');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#said')?.textContent === 'Searching…');
    await page.fill('input[name="q"]', 'zebra');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#answer.answer:not([aria-busy])');
    await page.waitForTimeout(900);
    expect(await page.textContent('#said')).toBe('1 match.');
    expect(await page.textContent('.card h2')).toContain('onerror=alert(1)');
  });

  it('says when there is no answer, and when to try again', async () => {
    const { page } = await visit(`${server.url}/`);
    await page.route('**/', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '7' },
        body: '<p>later</p>',
        contentType: 'text/html',
      }),
    );
    await page.fill('input[name="q"]', 'harbour');
    await page.keyboard.press('Enter');
    const words = 'These were many questions in a short time. Try again in 7 seconds.';
    await expect.poll(() => page.textContent('#answer')).toBe(words);
    expect(await page.textContent('#said')).toBe(words);
  });

  it('marks the field that cannot be read, until it can', async () => {
    const { page } = await visit(`${server.url}/#q=harbour&dateFrom=2021-02-30`);
    await page.waitForSelector('#answer.problem');
    expect(await page.getAttribute('input[name="dateFrom"]', 'aria-invalid')).toBe('true');
    const [problem, form] = [
      await page.locator('#answer').boundingBox(),
      await page.locator('form').boundingBox(),
    ];
    expect(problem?.y).toBeLessThan(form?.y ?? 0);
    await page.evaluate(() => {
      location.hash = 'q=harbour&dateFrom=2021';
    });
    await page.waitForSelector('#answer.answer');
    expect(await page.getAttribute('input[name="dateFrom"]', 'aria-invalid')).toBe(null);
  });

  it('strings of the archive stay text', async () => {
    const { page } = await visit(`${server.url}/#q=zebra`);
    await page.waitForSelector('#answer.answer');
    expect(await page.textContent('.card h2')).toBe(HOSTILE);
    expect(await page.$$eval('#answer img, #answer iframe, #answer script', (found) => found.length)).toBe(0);
  });
});

describe('the page that answers', () => {
  it('is asked by keyboard, says what came of it, and leads from a sentence to its source', async () => {
    const { page, requests } = await visit(`${server.url}/`);
    await page.getByRole('link', { name: 'Ask', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/ask`);
    await page.keyboard.press('/');
    expect(await nameOf(page)).toBe('Ask this archive');
    await page.keyboard.type('When does the harbour bell ring?');
    await page.keyboard.press('Enter');
    await answered(page);
    expect(await page.textContent('#said')).toMatch(/^Answered from public passages\./);
    expect(await nameOf(page)).toBe('Ask this archive');
    expect(await page.title()).toBe('When does the harbour bell ring? – Ostrey archive');
    expect(await page.textContent('.reply b')).toBe('Quoted: these sentences come nearest');

    await page.getByRole('link', { name: 'source 1' }).first().focus();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('li#source-1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/e/essay%3Aharbour-bells#f-s1`);
    expect(requests.filter((request) => request.includes('bell+ring') || request.includes('q='))).toEqual([]);
    expect(server.log.filter((entry) => JSON.stringify(entry).includes('bell ring'))).toEqual([]);
  });

  it('opens the answer to a question after the #, goes back, and leads to the search for it', async () => {
    const { page, requests } = await visit(`${server.url}/ask#q=harbour+bell`);
    await page.waitForSelector('#answer.answer');
    await page.fill('input[name="q"]', 'qqqq');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.refusal');
    await page.goBack();
    await page.waitForSelector('.reply');
    expect(await page.inputValue('input[name="q"]')).toBe('harbour bell');
    await page.getByRole('link', { name: 'Search for this instead' }).click();
    await page.waitForSelector('.card');
    expect(page.url()).toBe(`${server.url}/#q=harbour+bell`);
    expect(requests.filter((request) => request.includes('harbour'))).toEqual([]);
  });

  it('says what is being done while a model writes, and that a model wrote', async () => {
    const { page } = await visit(`${written.url}/ask`);
    await page.fill('input[name="q"]', 'harbour bell');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#said')?.textContent === 'A model is writing…');
    expect(await page.isVisible('#said')).toBe(true);
    await shoot(page, 'answer-under-way');
    letWrite();
    await answered(page);
    expect(await page.textContent('.reply b')).toBe('Written by a language model and checked');
    await shoot(page, 'answer-of-a-model');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('answers without JavaScript, with nothing of the question in an address', async () => {
    const { page, requests } = await visit(`${server.url}/ask`, { javaScriptEnabled: false });
    await page.fill('input[name="q"]', 'harbour bell');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.waitForSelector('.reply');
    expect(page.url()).toBe(`${server.url}/ask`);
    expect(await page.textContent('.reply b')).toBe('Quoted: these sentences come nearest');
    await page.getByRole('link', { name: 'source 1' }).first().click();
    await page.waitForURL(`${server.url}/ask#source-1`);
    expect(requests.filter((request) => request.includes('harbour'))).toEqual([]);
  });

  it('strings of the archive stay text', async () => {
    const { page } = await visit(`${hostile.url}/ask#q=zebra`);
    await page.waitForSelector('#answer.answer');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.textContent('.sources li a')).toBe(HOSTILE);
    expect(await page.$$eval('#answer img, #answer iframe, #answer script', (found) => found.length)).toBe(0);
  });
});

describe('without JavaScript', () => {
  it('a reader asks, narrows and opens a passage by loading pages', async () => {
    const { page, requests } = await visit(`${server.url}/`, { javaScriptEnabled: false });
    await page.fill('input[name="q"]', 'harbour bell');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/q=/);
    expect(new URL(page.url()).searchParams.get('q')).toBe('harbour bell');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('link', { name: '2021', exact: true }).click();
    await page.waitForURL(/dateFrom=2021/);
    expect(await titles(page)).toEqual(['Harbour bells']);
    await page.getByRole('link', { name: '§1' }).click();
    await page.waitForURL(`${server.url}/e/essay%3Aharbour-bells#f-s1`);
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });
});

describe('other ways of looking', () => {
  it('on paper stand the question and the answer, and nothing to press', async () => {
    const { page } = await visit(`${server.url}/?q=harbour+bell`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('form.search')).toBe(false);
    expect(await page.isVisible('.order')).toBe(false);
    expect(await page.isVisible('.print')).toBe(true);
    await shoot(page, 'print');
  });

  it('with forced colours every hit keeps its edge; without motion nothing fades', async () => {
    const { page } = await visit(`${server.url}/?q=salt+cellar`, {
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });
    const styles = await page.$$eval('.hit', (hits) =>
      hits.map((hit) => getComputedStyle(hit).borderInlineStartStyle),
    );
    expect(new Set(styles)).toEqual(new Set(['dashed', 'dotted']));
    expect(await page.$eval('#answer', (answer) => getComputedStyle(answer).transitionDuration)).toBe('0s');
    await shoot(page, 'forced-colours');
  });
});

const APP = path.join(import.meta.dirname, '..');
const SCRIPTS = ['search.js', 'ask.js'];
const BUILT = path.join(APP, 'dist/browser');

// Tests run from source.
describe.runIf(existsSync(BUILT))('what is built (in CI, and wherever somebody has built)', () => {
  it.each(SCRIPTS)('sends the same %s', (name) => {
    const source = readFileSync(path.join(APP, 'src/page/browser', name), 'utf8');
    expect(readFileSync(path.join(BUILT, name), 'utf8')).toBe(source);
  });
});

/** The accessible name of what has the focus, as far as an attribute gives it. */
function nameOf(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

function titles(page: Page): Promise<(string | null)[]> {
  return page.$$eval('.card h2', (all) => all.map(({ textContent }) => textContent));
}

async function unfold(page: Page): Promise<void> {
  await page.$$eval('details', (all) => all.forEach((one) => one.setAttribute('open', '')));
}
