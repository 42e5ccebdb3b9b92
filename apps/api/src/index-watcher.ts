/**
 * Keeps the index that is served up to date with what is published: looks at `current.json` and opens what is new.
 *
 * A generation that cannot be opened, or was made by another embedder, leaves the one before in service and is logged
 * once. A new generation may be of another model, where its embedder can be found. The private half is never opened. A
 * request holds the index it started with; an old one goes when nobody does.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import { readServedIndex, type ServedIndex } from '@archive/index/served';
import { errorName, type Log } from './request-log.ts';
import { type TakedownState, watchTakedowns } from './takedown/takedown-watcher.ts';
import { withoutTakenDown } from './takedown/without-taken-down.ts';

/** A served index that another embedder made than the one questions are asked with. */
export class IndexModelError extends ArchiveError {
  constructor(options: { index: string; embedder: string }) {
    super('index-model', {
      message: `the index was made by the model \`${options.index}\` and questions are embedded by \`${options.embedder}\``,
      help: 'serve with the embedder of the index, or build again',
    });
  }
}

/** An index in service. */
export interface IndexWatcher {
  /** What is served now: the generation without what is taken down; nothing while the list of that cannot be read. */
  current(): ServedIndex | undefined;
  /** Grows with every change of what is taken down. */
  takedownEpoch(): number;
  /** The embedder that an index handed out by `current` goes with. */
  embedderOf(index: ServedIndex): Embedder;
  /** Entries of the list of what is taken down. */
  takedownCount(): number;
  /** Looks for something new at once, instead of at the next tick. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Settings of {@link watchIndex}. */
export interface WatchOptions {
  /** An output folder of `archive build`, or a served JSON file (which is opened once). */
  archiveDir: string;
  /** What questions are embedded with, or how to find it for the model an index names. */
  embedder: Embedder | ((model: string) => Promise<Embedder>);
  log: Log;
  /** Default 1,000; the list of what is taken down is looked at twice a second in any case. */
  intervalMs?: number;
  /** Is told when what is taken down changed. */
  onTakedown?: () => void;
  /** Makes an index ready before it goes into service; what it throws is a refusal of the index. */
  onIndex?: (index: ServedIndex) => Promise<void>;
  /** How long to wait before a generation that was refused is tried again, in milliseconds; default 30,000. */
  retryMs?: number;
  /** Opens what is published; replaced in tests. */
  open?: (archiveDir: string) => Promise<ServedIndex>;
}

/** Opens what is published and goes on looking; resolves when the first look is done, whether or not it found an index. */
export async function watchIndex(options: WatchOptions): Promise<IndexWatcher> {
  const {
    archiveDir,
    embedder,
    log,
    intervalMs = 1000,
    retryMs = RETRY_MS,
    onTakedown,
    onIndex,
    open = readServedIndex,
  } = options;
  const takedowns = await watchTakedowns({
    archiveDir,
    log,
    ...(onTakedown === undefined ? {} : { onChange: onTakedown }),
  });
  const embedders = new WeakMap<ServedIndex, Embedder>();
  let view: { of: ServedIndex; under: TakedownState; index: ServedIndex } | undefined;
  let served: ServedIndex | undefined;
  let seen: string | undefined;
  let retryAt = 0;
  let running: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const pointer = await readFile(join(archiveDir, 'current.json'), 'utf8').catch(errorName);
    if (pointer === seen && performance.now() < retryAt) return;
    try {
      const next = await open(archiveDir);
      const asking = typeof embedder === 'function' ? await embedder(next.model) : embedder;
      assertSameModel(next, asking);
      embedders.set(next, asking);
      if (served === undefined || served.seq !== next.seq || served.sha256 !== next.sha256) {
        await onIndex?.(next);
        served = next;
        const { seq, model, entityCount, fragmentCount } = next;
        log({
          event: 'index-served',
          ...(seq === undefined ? {} : { seq }),
          model,
          entityCount,
          fragmentCount,
        });
      }
      retryAt = Number.POSITIVE_INFINITY;
    } catch (error) {
      if (pointer !== seen) log({ event: 'index-refused', error: errorName(error), ...faultOf(error) });
      retryAt = performance.now() + retryMs;
    }
    seen = pointer;
  };
  const refresh = (): Promise<void> => {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  };

  await refresh();
  const timer = setInterval(() => void refresh(), intervalMs);
  timer.unref();
  return {
    current: () => {
      const under = takedowns.current();
      if (served === undefined || under.takedowns === undefined) return undefined;
      if (view?.of !== served || view.under !== under) {
        const index = withoutTakenDown(served, under.takedowns);
        const asking = embedders.get(served);
        if (asking !== undefined) embedders.set(index, asking);
        view = { of: served, under, index };
      }
      return view.index;
    },
    takedownEpoch: () => takedowns.current().epoch,
    takedownCount: () => takedowns.current().takedowns?.length ?? 0,
    embedderOf: (index) => {
      const asking = embedders.get(index);
      if (asking === undefined) throw new TypeError('the index is none that was served');
      return asking;
    },
    refresh: async () => {
      await Promise.all([takedowns.refresh(), refresh()]);
    },
    stop: () => {
      clearInterval(timer);
      takedowns.stop();
    },
  };
}

/** Where an index is at fault, as `archive doctor` says it: file and section or field, and never what stands there. */
function faultOf(error: unknown): { fault: string } | undefined {
  return error instanceof ArchiveError && error.code === 'index-format'
    ? { fault: error.message }
    : undefined;
}

/** What failed may have been the disk, so a refusal is not for good; what is broken is not opened every second. */
const RETRY_MS = 30_000;

/** Accepts the embedder's own name, and the bare model name that indexes of older tools carry. */
function assertSameModel(
  { model, dimensions }: ServedIndex,
  embedder: Pick<Embedder, 'model' | 'dimensions'>,
): void {
  const isSame = model === embedder.model || embedder.model.endsWith(`:${model}`);
  if (!isSame || dimensions !== embedder.dimensions) {
    throw new IndexModelError({ index: model, embedder: embedder.model });
  }
}
