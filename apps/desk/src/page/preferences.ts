/**
 * What the author prefers: kept by the browser, and nothing of the archive with it.
 */

/** How the page behaves. */
export interface Preferences {
  /** Whether single keys do something (WCAG 2.1.4). */
  keys: boolean;
  /** Whether a decision leads on to the next fragment. */
  goOn: boolean;
}

/** Reads what is kept; everything is on until it is switched off. */
export function readPreferences(): Preferences {
  const stored = localStorage.getItem(NAME) ?? '';
  return { keys: !stored.includes('no-keys'), goOn: !stored.includes('stay') };
}

/** Keeps it. */
export function writePreferences({ keys, goOn }: Preferences): void {
  localStorage.setItem(NAME, [keys ? '' : 'no-keys', goOn ? '' : 'stay'].join(' ').trim());
}

const NAME = 'archive-desk-preferences';
