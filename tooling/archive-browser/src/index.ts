/**
 * The browser of end-to-end tests: starts it, notes what goes wrong on a page, and looks for faults of accessibility.
 */
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Starts the browser that `CHROMIUM` names. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** What went wrong on a page: errors of scripts, and what the security policy stopped. Fills while the page lives. */
export function troubleOf(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    // A refusal is an answer the page reckons with; the browser reports it all the same.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble.push(message.text());
  });
  return trouble;
}

/** What has the focus, in a few words: its tag with its id or else its classes; empty when nothing has. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { document: here } = globalThis as unknown as {
      document: { activeElement: { tagName: string; id: string; className: string } | null };
    };
    const element = here.activeElement;
    return element === null
      ? ''
      : `${element.tagName.toLowerCase()}${element.id !== '' ? `#${element.id}` : element.className !== '' ? `.${element.className}` : ''}`;
  });
}

/** Faults of accessibility, by the rules of WCAG 2.2 A and AA and of good practice, each with where it is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Through the debugger, which the security policy of the page does not bind.
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe: here, document: shown } = globalThis as unknown as {
      document: { getAnimations: () => { finished: Promise<unknown> }[] };
      axe: {
        run: () => Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    // A colour that is half faded in has the contrast of neither state.
    await Promise.allSettled(shown.getAnimations().map(({ finished }) => finished));
    const { violations } = await here.run();
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  });
}
