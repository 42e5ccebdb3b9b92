/**
 * Visits to the search page in a browser, each in a context of its own, and what must hold of every one of them: no
 * error of a script, nothing stopped by the security policy, no request to anybody else, no dialog.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, launch, type Page, troubleOf } from '@archive/browser';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** A page that is open. */
export interface Visit {
  page: Page;
  /** Method and path, with query, of every request to the server so far. */
  requests: string[];
}

const SHOTS = process.env['PAGE_SHOTS'];
const ended: (() => Promise<void>)[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(async () => {
  await browser.close();
});

/** Opens an address. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 850 }, ...options });
  const page = await context.newPage();
  const trouble = troubleOf(page);
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    trouble.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin === new URL(url).origin)
      requests.push(`${request.method()} ${asked.pathname}${asked.search}`);
    else trouble.push(`a request to ${asked.origin}`);
  });
  ended.push(async () => {
    await context.close();
    expect(trouble).toEqual([]);
  });
  await page.goto(url);
  return { page, requests };
}

/** Waits until the page shows the answer to the question it was asked last. */
export async function answered(page: Page): Promise<void> {
  await page.waitForSelector('#answer:is(.answer, .problem, .welcome):not([aria-busy])');
}

/** Keeps a picture, when a folder for pictures is named in `PAGE_SHOTS`. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}
