/**
 * The two dialogs: help, and the question before something is done to many.
 */
import { button, el } from './dom.ts';
import { KEYS } from './key-commands.ts';
import type { Preferences } from './preferences.ts';

/** Opens the help. */
export function openHelp(preferences: Preferences, change: (preferences: Preferences) => void): void {
  const toggle = (name: keyof Preferences, label: string): HTMLElement => {
    const box = el('input', { type: 'checkbox', checked: preferences[name] });
    box.addEventListener('change', () => {
      preferences = { ...preferences, [name]: box.checked };
      change(preferences);
    });
    return el('label', { class: 'toggle' }, box, label);
  };
  const dialog = open(
    'Keys',
    el(
      'table',
      { class: 'keys' },
      el(
        'tbody',
        {},
        ...KEYS.map(({ key, says }) => el('tr', {}, el('th', {}, el('kbd', {}, key)), el('td', {}, says))),
        el('tr', {}, el('th', {}, el('kbd', {}, 'Ctrl+Enter')), el('td', {}, 'save, with Shift as reviewed')),
        el('tr', {}, el('th', {}, el('kbd', {}, 'Esc')), el('td', {}, 'give up editing; close this')),
      ),
    ),
    toggle('keys', 'Single keys do something'),
    toggle('goOn', 'Go on to the next fragment after reviewing, vetoing or accepting'),
    el(
      'div',
      { class: 'actions' },
      button('Close', () => dialog.close(), { class: 'primary' }),
    ),
  );
}

/** Asks before something is done; resolves with the answer. */
export function confirm(question: string, details: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = open(
      question,
      el('p', {}, details),
      el(
        'div',
        { class: 'actions' },
        button(
          yes,
          () => {
            answer = true;
            dialog.close();
          },
          { class: 'primary' },
        ),
        button('Cancel', () => dialog.close()),
      ),
    );
    dialog.addEventListener('close', () => resolve(answer));
  });
}

/** Whether a dialog is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function open(title: string, ...children: HTMLElement[]): HTMLDialogElement {
  const back = document.activeElement;
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'dialog-title' },
    el('h2', { id: 'dialog-title' }, title),
    ...children,
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    // Closing gave the focus back already. This event comes later: a key pressed meanwhile may have moved it on.
    if (document.activeElement === document.body && back instanceof HTMLElement && back.isConnected)
      back.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
