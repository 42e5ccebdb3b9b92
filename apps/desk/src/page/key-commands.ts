/**
 * Which key does what, once, for the page and for its help.
 */

/** What a key can ask for. */
export type KeyCommand =
  | 'next'
  | 'previous'
  | 'edit'
  | 'veto'
  | 'unveto'
  | 'accept'
  | 'review'
  | 'select'
  | 'public'
  | 'list'
  | 'undo'
  | 'help';

/** The keys, in the order in which the help lists them. */
export const KEYS: readonly { key: string; command: KeyCommand; says: string }[] = [
  { key: 'n', command: 'next', says: 'next fragment' },
  { key: 'p', command: 'previous', says: 'previous fragment' },
  { key: 'e', command: 'edit', says: 'edit the description, or write one' },
  { key: 'r', command: 'review', says: 'mark it as reviewed' },
  { key: 'v', command: 'veto', says: 'veto it' },
  { key: 'u', command: 'unveto', says: 'take the veto back' },
  { key: 'a', command: 'accept', says: 'accept it for a text that has changed' },
  { key: 'x', command: 'select', says: 'select the fragment, for doing something to many' },
  { key: 's', command: 'public', says: 'see as the public' },
  { key: 'l', command: 'list', says: 'go to the list' },
  { key: 'z', command: 'undo', says: 'take the last change back' },
  { key: '?', command: 'help', says: 'show this help' },
];

/** A key press, as far as it matters. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the focus is where letters are typed or chosen. */
  isTyping: boolean;
  /** Whether a dialog is open. */
  isDialogOpen: boolean;
}

/** The command of a key press; undefined when it is none of ours. */
export function commandOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  isTyping,
  isDialogOpen,
}: KeyPress): KeyCommand | undefined {
  if (ctrlKey || metaKey || altKey || isTyping || isDialogOpen) return undefined;
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return KEYS.find((candidate) => candidate.key === pressed)?.command;
}
