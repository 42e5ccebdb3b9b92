/**
 * Answers that were begun and hold nothing of the archive yet: their first line is sent, what they are about is not.
 *
 * When something is taken down they need not be cut short, since what they will hold is looked at once more before it
 * is sent.
 */
const heldBack = new WeakSet<object>();

/** Notes that nothing of the archive was sent yet. */
export function holdBack(response: object): void {
  heldBack.add(response);
}

/** Notes that it is being sent. */
export function letGo(response: object): void {
  heldBack.delete(response);
}

/** Whether nothing of the archive was sent yet. */
export function isHeldBack(response: object): boolean {
  return heldBack.has(response);
}
