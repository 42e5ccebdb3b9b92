/**
 * Keeps the list of what is taken down as it stands on disk: looks twice a second, whatever else is going on.
 *
 * A list that cannot be understood closes the archive until it can. One that vanishes goes on counting as it last was:
 * a file that is gone is no decision to serve again, and a restart without it is.
 */
import type { Log } from '../request-log.ts';
import { errorName } from '../request-log.ts';
import { readTakedowns, type Takedown, type TakedownList, takedownsPath } from './takedown-list.ts';

/** The list in force. */
export interface TakedownState {
  /** Grows with every change. */
  readonly epoch: number;
  /** Undefined when the list cannot be understood: then nothing may be served. */
  readonly takedowns: readonly Takedown[] | undefined;
}

/** Watches a list. */
export interface TakedownWatcher {
  current(): TakedownState;
  /** Looks at once. */
  refresh(): Promise<void>;
  stop(): void;
}

/** How often the file is looked at, in milliseconds. */
const TAKEDOWN_INTERVAL_MS = 500;

/** Reads the list and goes on looking; resolves when the first look is done. */
export async function watchTakedowns(options: {
  archiveDir: string;
  log: Log;
  /** Default {@link TAKEDOWN_INTERVAL_MS}. */
  intervalMs?: number;
  /** Is told after every change but the first look. */
  onChange?: (state: TakedownState) => void;
}): Promise<TakedownWatcher> {
  const { archiveDir, log, intervalMs = TAKEDOWN_INTERVAL_MS, onChange } = options;
  const path = await takedownsPath(archiveDir);
  let state: TakedownState = { epoch: 0, takedowns: [] };
  let seen: string | undefined = ABSENT;
  let isFirst = true;
  let running: Promise<void> | undefined;

  const change = (takedowns: readonly Takedown[] | undefined): void => {
    state = { epoch: state.epoch + 1, takedowns };
    if (!isFirst) onChange?.(state);
  };
  const look = async (): Promise<void> => {
    let list: TakedownList | undefined;
    try {
      list = await readTakedowns(path);
    } catch (error) {
      if (seen === REFUSED) return;
      seen = REFUSED;
      log({ event: 'takedowns-refused', error: errorName(error) });
      change(undefined);
      return;
    }
    const found = list?.sha256 ?? ABSENT;
    if (found === seen) return;
    const isGone = list === undefined;
    if (isGone && seen === REFUSED && !isFirst) return;
    seen = found;
    if (isGone) {
      log({ event: 'takedowns-missing', entries: state.takedowns?.length ?? 0 });
      return;
    }
    change(list?.takedowns ?? []);
    log({ event: 'takedowns', entries: list?.takedowns.length ?? 0 });
  };
  const refresh = (): Promise<void> => {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  };

  await refresh();
  isFirst = false;
  const timer = setInterval(() => void refresh(), intervalMs);
  timer.unref();
  return { current: () => state, refresh, stop: () => clearInterval(timer) };
}

const ABSENT = 'absent';
const REFUSED = 'refused';
