/**
 * The browser of the end-to-end tests.
 */
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Starts the browser that `CHROMIUM` names. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** What went wrong on a page: errors of scripts, and what the security policy stopped. */
export function troubleOf(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    // A refusal is an answer the page reckons with; the browser reports it all the same.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble.push(message.text());
  });
  return trouble;
}

/** Opens a desk and waits for its first fragment. */
export async function openDesk(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForSelector('#fragment-title');
}

/** Presses keys one after the other, waiting until the page has done what each asks. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await settled(page);
  }
}

/** Waits until the page has done everything it was asked. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main')?.dataset['state'] !== 'busy');
}

/** What has the focus, in a few words; `body` when nothing has. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement;
    return element === null
      ? ''
      : `${element.tagName.toLowerCase()}${element.id !== '' ? `#${element.id}` : element.className !== '' ? `.${element.className}` : ''}`;
  });
}

/** Looks for faults of accessibility, by the rules of WCAG 2.2 A and AA and of good practice. */
export async function expectAccessible(page: Page): Promise<void> {
  // Through the debugger, which the security policy of the page does not bind.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: here } = globalThis as unknown as {
      axe: {
        run: () => Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const { violations: found } = await here.run();
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  });
  expect(violations).toEqual([]);
}
