/**
 * Begins: takes the token out of the address, signs in, and opens the page.
 */
import { DeskClient, Refused } from './desk-client.ts';
import { DeskPage } from './desk-page.ts';
import { el } from './dom.ts';

/** Where this tab keeps its second secret, so that it survives a reload; other ports and sites cannot read it. */
const SECRET = 'archive-desk-secret';

await begin();

async function begin(): Promise<void> {
  const token = location.hash.slice(1);
  // The token must not stay in the address bar or the history.
  if (token !== '') history.replaceState(null, '', '/');
  try {
    const csrf = await secretFor(token);
    if (csrf === undefined) {
      sayAlone('Not signed in', 'Open the address that `archive desk` printed in its terminal.');
      return;
    }
    const client = new DeskClient(csrf);
    const archive = await client.archive();
    await new DeskPage(client, archive, leave).start();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    leave(error);
  }
}

async function secretFor(token: string): Promise<string | undefined> {
  const kept = sessionStorage.getItem(SECRET) ?? undefined;
  if (token === '') return kept;
  try {
    const csrf = await DeskClient.signIn(token);
    sessionStorage.setItem(SECRET, csrf);
    return csrf;
  } catch (error) {
    // The link of a tab that is signed in already was opened once more.
    if (error instanceof Refused && error.view.error.code === 'token-dead' && kept !== undefined) return kept;
    throw error;
  }
}

function leave({ view: { error } }: Refused): void {
  if (error.code === 'no-session') sessionStorage.removeItem(SECRET);
  sayAlone(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`, error.help ?? '');
}

function sayAlone(title: string, text: string): void {
  document.body.replaceChildren(el('main', { class: 'lone' }, el('h1', {}, title), el('p', {}, text)));
}
