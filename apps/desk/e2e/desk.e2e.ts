/**
 * The desk in a browser, from the link in the terminal to what a search finds afterwards.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@archive/browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  applyPlan,
  archive,
  copyTexts,
  decisions,
  type DeskProcess,
  makeFolder,
  plan,
  removeFolder,
  search,
  startDesk,
  storeDrafts,
} from './archive-folder.ts';
import { expectAccessible, focused, launch, openDesk, press, settled, troubleOf } from './desk-browser.ts';

const CHAPTER_1 =
  'The keeper counted eleven lanterns along the quay before he dared to sleep, and told nobody why he counted them.';
const CHAPTER_2 =
  'In spring the ferry brought a stranger who asked for the twelfth lantern and would not say who had sent her.';
const QUOTING = 'A keeper counted eleven lanterns along the water each night.';
const HONEST = 'A harbour guard is introduced through his nightly inventory and a hint at old dread.';
const CH1 = 'book:novel#ch1';
const MARKUP = '<img src=x onerror=document.title=1>';
/** What the lint keeps out of titles may still stand in a source. */
const IN_SOURCE = '<svg onload=document.title=2>';
const SHOTS = process.env['DESK_SHOTS'];

let browser: Browser;
let context: BrowserContext;
let page: Page;
let trouble: string[];
let folder: string;
let desk: DeskProcess;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  trouble = troubleOf(page);
});
afterEach(async () => {
  await context.close();
  await desk.stop();
  await removeFolder(folder);
  if (trouble.length > 0) throw new Error(`the page had trouble: ${trouble.join('; ')}`);
});

const NOVEL = {
  'archive.config.yaml':
    'name: Quay papers\ncollections:\n  - { dir: novel, kind: book, raw: private, exposure: semantic }\n',
  'novel/book.yaml': 'title: The Twelfth Lantern\nabout: https://example.org/lantern\npublicTitle: true\n',
  'novel/01.md': `---\nchapter: "1"\n---\n\n${CHAPTER_1}\n`,
  'novel/02.md': `---\nchapter: "2"\n---\n\n${CHAPTER_2}\n`,
};

async function open(files: Record<string, string>): Promise<void> {
  folder = await makeFolder(files);
  desk = await startDesk(folder);
  await openDesk(page, desk.link);
}

async function shoot(name: string): Promise<void> {
  if (SHOTS === undefined) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
}

describe('the author, without a mouse', () => {
  it('writes, is refused what quotes, releases, vetoes, and finds it gone', async () => {
    await open(NOVEL);
    await archive('build', folder);
    expect(await page.textContent('#fragment-title')).toBe('ch. 1');

    await press(page, 'e');
    expect(await focused(page)).toBe('textarea#gist-words');
    await page.keyboard.type(QUOTING);
    await press(page, 'Control+Enter');
    await page.waitForSelector('.problems');
    expect(await page.textContent('.problems')).toContain('Quotes at words 2–7.');
    expect(await page.$$eval('.verdict mark', (marks) => marks.map((mark) => mark.textContent))).toEqual([
      'keeper counted eleven lanterns along the',
    ]);
    expect(await page.getAttribute('#gist-words', 'aria-invalid')).toBe('true');
    expect(await focused(page)).toBe('textarea#gist-words');
    expect(existsSync(path.join(folder, '.archive/projections.json'))).toBe(false);
    await shoot('refused');

    await press(page, 'Control+a');
    await page.keyboard.type(HONEST);
    await page.waitForSelector('.fine');
    await press(page, 'Control+Enter');
    await page.waitForSelector('.pill[data-state="edited"]');
    expect((await decisions(folder)).projections[CH1]).toMatchObject({ gist: HONEST, source: 'edited' });

    expect((await plan(folder)).text).toContain(CH1);
    expect((await applyPlan(folder)).code).toBe(0);
    expect(await search(folder, HONEST)).toMatchObject([
      { fragmentId: CH1, exposure: 'semantic', gist: HONEST },
    ]);

    await press(page, 'v');
    await page.waitForSelector('.row .pill[data-state="vetoed"]');
    const withdrawn = await plan(folder);
    expect(withdrawn.text).not.toContain(HONEST);
    expect((await applyPlan(folder)).code).toBe(0);
    const hits = await search(folder, HONEST);
    expect(hits.filter((hit) => hit['exposure'] !== 'locator' || 'gist' in hit)).toEqual([]);
    expect(JSON.stringify(hits)).not.toContain('inventory');
  });

  it('reaches everything, always has a focus, and can take every step back', async () => {
    await open(NOVEL);
    await storeDrafts(folder, { [CH1]: HONEST });
    await page.reload();
    await page.waitForSelector('#fragment-title');
    const title = async (): Promise<string | null> => await page.textContent('#fragment-title');
    const steps: [keys: string[], focus: RegExp, where?: string][] = [
      [['n'], /^h2#fragment-title$/, 'ch. 2'],
      [['p'], /^h2#fragment-title$/, 'ch. 1'],
      [['e'], /^textarea/],
      [['Escape'], /^h2#fragment-title$/],
      [['s'], /^button\.plain$/],
      [['s'], /^button\.plain$/],
      [['?'], /^(input|button|dialog)/],
      [['Escape'], /^button\.plain$/],
      [['l'], /^button\.row$/],
      [['ArrowDown'], /^button\.row$/, 'ch. 2'],
      [['ArrowUp'], /^button\.row$/, 'ch. 1'],
      [['x'], /^button\.row$/],
      [['r'], /^h2#fragment-title$/, 'ch. 2'],
      [['z'], /^h2#fragment-title$/, 'ch. 1'],
      [['v'], /^h2#fragment-title$/, 'ch. 2'],
      [['p', 'u'], /^h2#fragment-title$/, 'ch. 1'],
      [['z', 'z'], /^h2#fragment-title$/, 'ch. 1'],
    ];
    for (const [keys, focus, where] of steps) {
      await press(page, ...keys);
      await expect.poll(() => focused(page), { message: `focus after ${keys.join(' ')}` }).toMatch(focus);
      if (where !== undefined) await expect.poll(title, { message: `after ${keys.join(' ')}` }).toBe(where);
    }
    expect((await decisions(folder)).projections[CH1]).toMatchObject({ gist: HONEST, review: 'unreviewed' });
    expect('vetoed' in ((await decisions(folder)).projections[CH1] ?? {})).toBe(false);

    const visited = new Set<string>();
    for (let at = 0; at < 40; at++) {
      await page.keyboard.press('Tab');
      const { name, isSeen } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.textContent?.trim() || element.id,
          isSeen: outlineStyle !== 'none' && outlineWidth !== '0px',
        };
      });
      if (await page.evaluate(() => document.activeElement === document.body)) continue;
      visited.add(name);
      expect(isSeen, `focus on ${name} can be seen`).toBe(true);
    }
    expect([...visited]).toEqual(
      expect.arrayContaining(['Edite', 'Vetov', 'Reviewedr', 'Nextn', 'Keys?', 'See as the publics']),
    );
  });

  it('keeps the focus where a key put it, however late the page hears that a dialog is closed', async () => {
    await open(NOVEL);
    await page.locator('#fragment-title').focus();
    await press(page, '?');
    // Both within one task, so that the event of the closed dialog can only come after the second.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }));
    });
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await focused(page)).toBe('button.row');
  });

  it('is told of what happens', async () => {
    await open(NOVEL);
    await storeDrafts(folder, { [CH1]: HONEST });
    await page.reload();
    await page.waitForSelector('#fragment-title');
    await press(page, 'v');
    await expect.poll(() => page.textContent('[role=status].toast')).toContain('Vetoed. 1 left to decide.');
    await press(page, 'v');
    await expect
      .poll(() => page.textContent('[role=status].toast'))
      .toContain('The fragment has no gist to decide about.');
  });
});

describe('many at once', () => {
  it('are decided after a question, and taken back as one', async () => {
    await open(NOVEL);
    await storeDrafts(folder, {
      [CH1]: HONEST,
      'book:novel#ch2': 'A visitor arrives by boat with a request.',
    });
    await page.reload();
    await page.waitForSelector('#fragment-title');
    await page.selectOption('#show', 'all');
    await settled(page);
    await page.click('#many-veto');
    expect(await page.textContent('dialog h2')).toBe('Veto: 2 descriptions?');
    await page.getByRole('button', { name: 'Veto 2' }).click();
    await expect.poll(() => page.$$eval('.row .pill[data-state="vetoed"]', (pills) => pills.length)).toBe(2);
    expect(await page.textContent('#undo')).toContain('Undo veto of 2');
    await page.click('#undo');
    await expect.poll(() => page.$$eval('.row .pill[data-state="vetoed"]', (pills) => pills.length)).toBe(0);
  });
});

describe('somebody else', () => {
  it('who changes the same gist meanwhile is not overwritten unseen, and the words of the author stay', async () => {
    await open(NOVEL);
    await storeDrafts(folder, { [CH1]: HONEST });
    await page.reload();
    await page.waitForSelector('#fragment-title');
    await press(page, 'e', 'Control+a');
    await page.keyboard.type('What I wrote at the desk.');
    await archive('gists', 'edit', CH1, '--gist', 'What was written by hand.', '--folder', folder);
    await press(page, 'Control+Enter');
    await page.waitForSelector('.notice[role=alert]');
    expect(await page.textContent('.notice[role=alert]')).toMatch(
      /Changed elsewhere.*You saw.*inventory.*It is now.*by hand/,
    );
    expect(await page.inputValue('#gist-words')).toBe('What I wrote at the desk.');
    expect((await decisions(folder)).projections[CH1]).toMatchObject({ gist: 'What was written by hand.' });
    await press(page, 'Control+Enter');
    await page.waitForSelector('.words');
    expect((await decisions(folder)).projections[CH1]).toMatchObject({ gist: 'What I wrote at the desk.' });
  });
});

describe('who gets in', () => {
  it('is the first to open the link, in the tab that did, and nobody after', async () => {
    await open(NOVEL);
    expect(page.url()).not.toContain('#');
    await page.reload();
    await page.waitForSelector('#fragment-title');
    const other = await browser.newContext();
    const late = await other.newPage();
    await late.goto(desk.link);
    await expect.poll(() => late.textContent('h1')).toBe('This link was used before, or has waited too long');
    expect(await late.textContent('body')).not.toMatch(/lantern|Quay/i);
    await other.close();
    // Another tab has the cookie, and not the second secret.
    const tab = await context.newPage();
    await tab.goto(new URL('/', desk.link).href);
    await expect.poll(() => tab.textContent('h1')).toBe('Not signed in');
  });

  it('cannot be framed, and its page cannot make markup of a string', async () => {
    await open(NOVEL);
    const refused = await page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        return 'made';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(refused).toBe('TypeError');
    trouble.length = 0;
    const outside = await context.newPage();
    await outside.setContent(`<iframe src="${new URL('/', desk.link).href}"></iframe>`);
    await outside.waitForTimeout(500);
    expect(outside.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  });
});

describe('markup in titles, speakers, file names and sources', () => {
  it('is text on the page', async () => {
    await open({
      'archive.config.yaml': `name: "${MARKUP}"\ncollections:\n  - { dir: talks, kind: transcripts, raw: private, exposure: semantic }\n  - { dir: notes, kind: notes, raw: private, exposure: semantic }\n`,
      'talks/one.vtt': `WEBVTT\n\n00:00.000 --> 00:09.000\n<v Ann>She wrote &lt;svg onload=document.title=2&gt; on the wall and laughed about it for a long while.\n`,
      'talks/one.yaml': `title: "${MARKUP}"\nabout: https://example.org/one\npublicTitle: true\nspeakers: { Ann: { name: "${MARKUP}" } }\n`,
      [`notes/${MARKUP}.md`]: `---\nlabel: "${MARKUP}"\nexposure: semantic\n---\n\nA note with ${'`'}${IN_SOURCE}${'`'} in it.\n`,
    });
    const seen: string[] = [];
    for (const work of await page.$$eval('#work option', (options) =>
      options.map((option) => option.getAttribute('value') ?? ''),
    )) {
      await page.selectOption('#work', work);
      await settled(page);
      await page.locator('#fragment-title').focus();
      await press(page, 's');
      await page.waitForSelector('.public');
      seen.push((await page.textContent('body')) ?? '');
      await press(page, 's');
    }
    expect(seen.length).toBe(2);
    for (const text of seen) {
      expect(text.split(MARKUP).length).toBeGreaterThan(3);
      expect(text).toContain(IN_SOURCE);
    }
    expect(await page.$$eval('img, svg, iframe, object', (elements) => elements.length)).toBe(0);
    expect(await page.title()).toBe('Desk');
  });
});

describe('accessibility', () => {
  const look = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await shoot(`${name}-${colorScheme}`);
    }
  };

  it('has no fault axe can find, light or dark: reading, writing, refusing, asking, on a phone', async () => {
    await open(NOVEL);
    await storeDrafts(folder, { [CH1]: HONEST });
    await page.reload();
    await page.waitForSelector('#fragment-title');
    await page.selectOption('#show', 'all');
    await settled(page);
    await look('reading');
    await page.locator('#fragment-title').focus();
    await press(page, 's');
    await page.click('summary:has-text("Every field")');
    await look('public');
    await page.locator('#fragment-title').focus();
    await press(page, 'e', 'Control+a');
    await page.keyboard.type(QUOTING);
    await page.waitForSelector('.problems');
    await look('writing');
    await press(page, 'Escape', '?');
    await look('help');
    await press(page, 'Escape');
    await page.click('#many-veto');
    await look('asking');
    await press(page, 'Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await look('phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.click('#list-toggle');
    await look('phone-list');
  });
});

describe('a long book', () => {
  const whale = path.join(import.meta.dirname, '../../../../shared/data/A_moby_dick');

  // The text is not part of the project; where it lies beside it, the desk is tried on a whole book.
  it.runIf(existsSync(whale))(
    'is stepped through and written to, and shows no more rows than fit',
    async () => {
      folder = await makeFolder({
        'archive.config.yaml': `collections:\n  - { dir: whale, kind: book, raw: private, exposure: semantic, publicTitle: true, book: { title: Moby-Dick, about: "https://example.org/moby" } }\n`,
      });
      await copyTexts(whale, path.join(folder, 'whale'));
      desk = await startDesk(folder);
      const opened = Date.now();
      await openDesk(page, desk.link);
      const openedMs = Date.now() - opened;
      expect(await page.$$eval('.row', (rows) => rows.length)).toBeLessThan(60);
      const times: number[] = [];
      for (let at = 0; at < 10; at++) {
        const before = await page.textContent('#fragment-title');
        const started = Date.now();
        await page.keyboard.press('n');
        await page.waitForFunction(
          (label) => document.querySelector('#fragment-title')?.textContent !== label,
          before,
        );
        times.push(Date.now() - started);
      }
      await press(page, 'e');
      await page.keyboard.type(HONEST);
      const saved = Date.now();
      await page.keyboard.press('Control+Enter');
      await page.waitForSelector('.pill[data-state="edited"]');
      const savedMs = Date.now() - saved;
      await press(page, 'l', 'End');
      await page.waitForSelector('.row[aria-current=true]');
      process.stdout.write(`open ${openedMs} ms, steps ${times.join(' ')} ms, save ${savedMs} ms\n`);
      const written = Object.values((await decisions(folder)).projections);
      expect(written).toMatchObject([{ gist: HONEST, source: 'edited' }]);
    },
  );
});
