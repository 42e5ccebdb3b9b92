/**
 * The desk in the browser of the end-to-end tests.
 */
import { accessibilityFaults, focused, launch, type Page, troubleOf } from '@archive/browser';
import { expect } from 'vitest';

export { focused, launch, troubleOf };

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

/** Looks for faults of accessibility. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}
