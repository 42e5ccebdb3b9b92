/**
 * The script of the pages, read from the file it is written in, and the icon. Without the script everything works the
 * same, by loading a page for each question.
 */
import { readFileSync } from 'node:fs';

/** The script; the build copies its folder beside the code. */
export const SCRIPT = readFileSync(new URL('./browser/search.js', import.meta.url), 'utf8');

/** What it adds to the page that answers. */
export const ASK_SCRIPT = readFileSync(new URL('./browser/ask.js', import.meta.url), 'utf8');

/** The icon: a drawer with a label. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="5" width="26" height="22" rx="3" fill="#15566b"/><rect x="8" y="10" width="16" height="7" rx="1" fill="#fbfaf7"/><circle cx="16" cy="22" r="2" fill="#fbfaf7"/></svg>`;
