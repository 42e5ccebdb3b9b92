/**
 * Makes an answer again when something was taken down while it was made: the last look before it leaves.
 *
 * A request sees one index from beginning to end. If the list of what is taken down grew meanwhile, that index may hold
 * what must not leave any more, so the whole of it is made anew from what is served now.
 */

/** How often an answer is made before the caller is told to come back. */
const ATTEMPTS_MAX = 3;

/**
 * Makes a value until nothing was taken down meanwhile.
 *
 * @param epoch   grows whenever something is taken down
 * @param make    makes it; `attempt` counts from 0
 * @param giveUp  makes what stands for it when the list moved every time: something that holds nothing of the index
 */
export async function upToDate<Value>(
  epoch: () => number,
  make: (attempt: number) => Promise<Value>,
  giveUp: () => Value | Promise<Value>,
): Promise<Value> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = epoch();
    const value = await make(attempt);
    if (before === epoch()) return value;
  }
  return giveUp();
}
