/**
 * Hears the keys of the page.
 */
import { isDialogOpen } from './dialogs.ts';
import { commandOf, type KeyCommand } from './key-commands.ts';

/**
 * Calls `act` for every key press that is a command.
 *
 * @param isOn  whether the author wants keys to do that
 */
export function listenForKeys(
  isOn: (command: KeyCommand) => boolean,
  act: (command: KeyCommand) => void,
): void {
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isTyping =
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== 'checkbox');
    const command = commandOf({ key, ctrlKey, metaKey, altKey, isTyping, isDialogOpen: isDialogOpen() });
    if (command === undefined || !isOn(command)) return;
    event.preventDefault();
    act(command);
  });
}
