/**
 * One closed door for all requests of a run: when a server asks one of them to come back later, the others wait too.
 */
import { setTimeout } from 'node:timers/promises';

/** A door that can be shut for a while. */
export class SharedWait {
  #openAt = 0;

  /** Shuts the door for so many milliseconds from now, or leaves it shut for longer. */
  closeFor(waitMs: number): void {
    this.#openAt = Math.max(this.#openAt, performance.now() + waitMs);
  }

  /** Resolves once the door is open; those who waited come through a little apart. */
  async pass(signal: AbortSignal | undefined, onWait?: (waitMs: number) => void): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const left = this.#openAt - performance.now();
      if (left <= 0) return;
      onWait?.(left);
      await pause(left * (1 + Math.random() * SPREAD), signal);
    }
  }
}

/** Waits; ends with the reason of the signal when that comes first. */
export async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

const SPREAD = 0.1;
